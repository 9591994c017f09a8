# long_sentences.awk -- sentences of more than `most` words (30) in manual pages and Markdown: file, line, words.
# awk -f tests/long_sentences.awk man/*.[1357] README.md

BEGIN { most = most ? most : 30 }

# A sentence ends with its stop, a paragraph, a heading, an item or a table.
function end()
{
    if (words > most) {
        printf "%s:%d: %d words: %s...\n", file, start, words, substr(text, 1, 60)
        count++
    }
    words = 0
    text = ""
}

FNR == 1 { end(); literal = 0; file = FILENAME }
/^\.Bd -literal/ || (/^```/ && !literal) { end(); literal = 1; next }
/^\.Ed/ || /^```/ { literal = 0; next }
literal || /^    / || /^\|/ || /^\.\\"/ || /^\.(Dl|Xr .* ,$)/ { next }
/^\.(Sh|Ss|Pp|br|It|Bl|El|Rs|Re|%|Nm$|Nd|Dd|Dt|Os|Ft|Fn|Fo|Fc|In|Vt)/ || /^#/ || /^$/ || /^[-*] / { end(); if (/^[.#]/ || /^$/) next }
{
    line = $0
    sub(/^\.[A-Z][a-z] /, "", line)
    n = split(line, word, " ")
    for (i = 1; i <= n; i++) {
        if (word[i] !~ /[A-Za-z0-9]/ && word[i] !~ /^[.:;]$/ || word[i] ~ /^(Ns|Ar|Ic|Fl|Cm|Op|Pa|Sq|Pq|Ql|Ev)$/)
            continue
        if (words == 0)
            start = FNR
        words += word[i] ~ /[A-Za-z0-9]/
        text = text (text == "" ? "" : " ") word[i]
        if (word[i] ~ /[.:;]["')]*$/ && word[i] !~ /^(e\.g|i\.e|cf)\./)
            end()
    }
}
END { end(); if (count) print count " sentences of more than " most " words" }
