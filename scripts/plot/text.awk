# text.awk -- how wide a text is drawn, and where it is broken. Widths are those of DejaVu Sans, in em: the
# widest of the usual sans-serif fonts, so that what fits in it fits in the others.

BEGIN {
    FS_PX = 11 # height of a letter's box, in points of the page
    spread(" !'(),./:;I[\\]fijlt|", .36)
    spread("\"-Jr", .42)
    spread("*?_czksvxyLT", .60)
    spread("#%&+<=>@GMOQWmw~^", .90)
    spread("ABCDEFHKNPRSUVXYZ", .72)
    spread("0123456789$abdeghnopqu`{}", .64)
    other = length("γ") == 1 ? .8 : .4 # some awks count bytes
}

function spread(letters, wide,    i)
{
    for (i = 1; i <= length(letters); i++)
        em[substr(letters, i, 1)] = wide
}

function text_width(text,    i, c, sum)
{
    gsub(/[{}^\\]/, "", text) # marks of gnuplot's enhanced mode
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        sum += c in em ? em[c] : other
    }
    return sum * FS_PX
}

# The lines of a text that may be so wide: line[1..n], broken at spaces; returns n.
function wrap(text, wide, line,    i, n, count, word)
{
    count = split(text, word, " ")
    n = 1
    line[1] = word[1]
    for (i = 2; i <= count; i++)
        if (text_width(line[n] " " word[i]) > wide)
            line[++n] = word[i]
        else
            line[n] = line[n] " " word[i]
    return n
}

# The height of so many lines.
function lines_height(n) { return n * 1.2 * FS_PX }

# Lines as one string of gnuplot's; verbatim: enhanced mode may speak in them.
function joined(line, n, verbatim,    i, text)
{
    for (i = 1; i <= n; i++)
        text = text (i > 1 ? ".\"\\n\"." : "") (verbatim ? plain(line[i]) : quote(line[i]))
    return text == "" ? "''" : text
}

# Boxes and bars of several groups differ in shade too, for print without colours.
function shade(i) { return .3 + .3 * ((i - 1) % 3) }
