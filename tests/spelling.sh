#!/bin/sh
# spelling.sh -- the manual pages, the README, the pages beside it hold no word that neither the
# dictionary nor tests/words.txt knows.
. "${FED_SRCDIR:?}/tests/lib.sh"

if ! command -v aspell >/dev/null || ! aspell dump dicts 2>/dev/null | grep -q '^en_GB'; then
    skip 'spelling' 'aspell or its English dictionary is not installed'
    finish
fi
cd "$FED_SRCDIR" || exit 1

# Names between quotes, code and key paths are no words: letters alone, in lines that are prose.
prose() {
    case $1 in
        *.md) awk '/^```/ { code = !code } !code && !/^    /' "$1" | sed 's/`[^`]*`//g; s/([a-z]*:[^)]*)//g' ;;
        *) awk '/^\.Bd -literal/ { code = 1 } /^\.Ed/ { code = 0 } !code' "$1" |
            sed -E '/^\.(Ic|It|Pa|Ql|Cm|Xr|Ev|Dv|Nm|Fl|Ar|%A|Dt|Sx|Va|Em|Op|D1|Bl|Rs|Bx|Dl|F[acnot]|In|Vt)/d; s/^\.[A-Z][a-z]//
                s/\\\([a-z]{2}/ /g; s/\\[-&e]/ /g' ;;
    esac | sed -E "s/[A-Za-z_.]*[_./=|0-9^][A-Za-z_.0-9=|^]*/ /g"
}

LC_ALL=C sort -u tests/words.txt >"$tmp/known"
for file in README.md CONTRIBUTING.md SECURITY.md doc/figures.md man/*.[1-9]; do
    prose "$file" | aspell list --lang=en_GB --encoding=utf-8 --ignore=2 2>"$err" | sed "s/'s\$//" | LC_ALL=C sort -u |
        LC_ALL=C comm -23 - "$tmp/known" | tr '\n' ' ' >"$out"
    check "$file: $(cat "$out")" test ! -s "$out" -a ! -s "$err"
done
finish
