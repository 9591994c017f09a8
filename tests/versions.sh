#!/bin/sh
# versions.sh -- one version everywhere, and libtool's rules: the soname is current minus age, the package is
# named after it, and pkg-config tells the version and a library that links.
. "${FED_SRCDIR:?}/tests/lib.sh"

cd "$tmp" || exit 1
version=$("$FEDOMP" --version | sed 's/^fedomp //')
check "the version is three numbers: $version" sh -c 'printf "%s\n" "$1" | grep -E -q -x "[0-9]+\.[0-9]+\.[0-9]+"' sh "$version"
check 'NEWS begins with it' test "$(head -n 1 "$FED_SRCDIR/NEWS")" = "fedomp $version"
expect_line "$FED_SRCDIR/CITATION.cff" "version: $version" 'CITATION.cff has it'
check 'the changelog of the packages begins with it' \
    test "$(sed -n '1s/.*(\(.*\)).*/\1/p' "$FED_SRCDIR/packaging/debian/changelog")" = "$version"
expect_line "$FED_SRCDIR/include/fedomp.h" "/* \"$version\" */" 'the header names it'
for program in fedomp-plot fedomp-report fedomp-sweep; do
    check "$program has it" test "$("$FED_BUILDDIR/$program" --version | sed 's/.* //')" = "$version"
done
check 'fedomp.pc has it' test "$(sed -n 's/^Version: //p' "$FED_BUILDDIR/fedomp.pc")" = "$version"
expect_match "$FED_BUILDDIR/fedomp.pc" '^Libs: -L\$\{libdir\} .*-lfedomp' 'and the library'
expect_match "$FED_BUILDDIR/fedomp.pc" '^Cflags: .*-I\$\{includedir\}' 'and the header'

info=$(sed -n 's/.*-version-info \([0-9]*\):\([0-9]*\):\([0-9]*\).*/\1 \2 \3/p' "$FED_SRCDIR/Makefile.am")
read -r current revision age <<END
$info
END
check 'current:revision:age' test -n "$age"
check 'age is at most current' test "$age" -le "$current"
major=$((current - age))
# Since the first release under this soname, age is the number of releases that added functions, and revision
# the number since the last of them: an added function starts it again, any other release increases it.
awk 'FNR == NR { if (match($0, /@Base /)) added[substr($0, RSTART + 6)] = 1; next }
    /^fedomp [0-9.]+$/ { release[++n] = $2 } # latest first
    END {
        while (n > 0 && !(release[n] in added))
            n--
        age = revision = 0
        for (k = n - 1; k >= 1; k--)
            if (release[k] in added) { age++; revision = 0 } else revision++
        print revision, age
    }' "$FED_SRCDIR/packaging/debian/libfedomp$major.symbols" "$FED_SRCDIR/NEWS" >rule
check "revision and age follow from NEWS and the symbols: $(cat rule)" test "$(cat rule)" = "$revision $age"
file=$FED_BUILDDIR/.libs/libfedomp.so.$major.$age.$revision
if [ -f "$file" ] && command -v objdump >/dev/null; then
    check "the soname is libfedomp.so.$major" test "$(objdump -p "$file" | awk '$1 == "SONAME" { print $2 }')" = "libfedomp.so.$major"
else
    skip 'the soname' 'no shared library, or no objdump'
fi
check 'the package is named after it' test -f "$FED_SRCDIR/packaging/debian/libfedomp$major.symbols"
expect_line "$FED_SRCDIR/packaging/debian/libfedomp$major.symbols" "libfedomp.so.$major libfedomp$major" 'as its symbols say'

# Every member of a structure of the header is in the manual.
sed -n '/^typedef struct fedomp_[a-z]* {/,/^}/p' "$FED_SRCDIR/include/fedomp.h" | grep -v -e '^typedef' -e '^}' | tr '\n' ' ' |
    awk '{
        gsub(/\/\*[^*]*(\*[^\/][^*]*)*\*\//, "")
        gsub(/\)\([^)]*\)/, ")") # arguments of functions
        print
    }' | grep -E -o '\(\*[a-z_]+\)|[a-z_]+(,|;)' | tr -d '(*);,' | sort -u >members
check 'the header has members' test "$(wc -l <members)" -ge 15
while read -r member; do
    check "libfedomp(3) has the member $member" sh -c '
        sed -n "/^\.Ss Members of the structures/,/^\.Sh/p" "$1" | grep "^\.Fa" | grep -q -w "$2"' sh \
        "$FED_SRCDIR/man/libfedomp.3" "$member"
done <members
finish
