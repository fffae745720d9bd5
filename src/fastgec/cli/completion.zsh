#compdef fastgec
# zsh completion of fastgec, made by: fastgec completion zsh
_fastgec() {
    local place= word
    local -a options names values
    for word in "${(@)words[2,CURRENT-1]}"; do
        case "$place $word" in
        @places@) place="$place $word" ;;
        esac
    done
    case "$place" in
@options@
    esac
    case "$place $words[CURRENT-1]" in
@values@
    esac
    if [[ $words[CURRENT] == -* ]]; then
        _describe option options -o
    elif (( $#values )); then
        compadd -a values
    elif (( $#names )); then
        _describe command names || _files
    else
        _files
    fi
}
if [[ $funcstack[1] == _fastgec ]]; then
    _fastgec "$@"
else
    compdef _fastgec fastgec
fi
