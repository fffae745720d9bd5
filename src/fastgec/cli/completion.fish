# fish completion of fastgec, made by: fastgec completion fish
function __fastgec_at
    set -l place ''
    for word in (commandline -opc)[2..-1]
        switch "$place $word"
            case @places@
                set place "$place $word"
        end
    end
    test "$place" = "$argv[1]"
end
@options@
