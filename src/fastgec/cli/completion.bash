# bash completion of fastgec, made by: fastgec completion bash
_fastgec() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local place= word options= names= values=
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case "$place $word" in
        @places@) place="$place $word" ;;
        esac
    done
    case "$place" in
@options@
    esac
    case "$place $before" in
@values@
    esac
    COMPREPLY=()
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    elif [[ -n $values ]]; then
        COMPREPLY=($(compgen -W "$values" -- "$current"))
    elif [[ -n $names ]]; then
        COMPREPLY=($(compgen -W "$names" -- "$current"))
    fi
}
complete -o default -F _fastgec fastgec
