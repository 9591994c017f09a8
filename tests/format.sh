#!/bin/sh
# C sources are as clang-format writes them.
. "${FED_SRCDIR:?}/tests/lib.sh"
cd "$FED_SRCDIR" || exit 1

command -v clang-format >/dev/null || skip_all 'clang-format is not installed'
find src include tests bench -name '*.[ch]' ! -path '*/.*' | sort >"$tmp/files"
check 'there are sources to look at' test -s "$tmp/files"
while read -r file; do
    clang-format --dry-run -Werror "$file" 2>"$tmp/told" || printf '%s\n' "$file"
done <"$tmp/files" >"$tmp/other"
sed 's/^/# /' "$tmp/other"
check 'sources are as clang-format -i leaves them' test ! -s "$tmp/other"
printf 'int  f (void){return 1;}\n' >"$tmp/odd.c"
cp .clang-format "$tmp"
check 'and others would be told' sh -c "! clang-format --dry-run -Werror '$tmp/odd.c' 2>'$tmp/told'"
finish
