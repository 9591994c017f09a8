#!/bin/sh
# symbols.sh -- the library as the linker sees it: one definition of each name, all under one prefix,
# no writable data, nothing that prints to the standard streams or ends the process.
. "${FED_SRCDIR:?}/tests/lib.sh"

library=$FED_BUILDDIR/.libs/libmodules.a
shared=$FED_BUILDDIR/.libs/libfedomp.so
for tool in nm objdump strings; do
    command -v "$tool" >/dev/null || skip_all "$tool is not installed"
done

# GNU's dots mark the compiler's own copies of a function.
nm -g --defined-only "$library" 2>/dev/null |
    awk 'NF == 3 && $3 !~ /[.]/ && $3 !~ /^__/ { print $3 }' | sort >"$tmp/defined"
check 'the library defines something' test -s "$tmp/defined"

# A second definition in an archive is taken or left in silence.
uniq -d "$tmp/defined" >"$tmp/twice"
expect_lines "$tmp/twice" 0 'no name is defined twice'

grep -v -E '^fed(omp)?_' "$tmp/defined" >"$tmp/foreign"
expect_lines "$tmp/foreign" 0 'every public name starts with fed_ or fedomp_'

# The package's list and the shared library show the functions of the header and nothing else.
grep -o -E '\b(fedomp_[a-z_]+)\(' "$FED_SRCDIR/include/fedomp.h" | tr -d '(' | sort -u >"$tmp/declared"
sed -n 's/^ \([a-z_]*\)@.*/\1/p' "$FED_SRCDIR/packaging/debian/libfedomp0.symbols" >"$tmp/listed"
expect_same "$tmp/declared" "$tmp/listed" 'libfedomp0.symbols lists the functions of fedomp.h'
if [ -f "$shared" ]; then
    nm -D --defined-only "$shared" | awk 'NF == 3 { print $3 }' | sort -u >"$tmp/exported"
    expect_same "$tmp/declared" "$tmp/exported" 'exactly the functions of fedomp.h are exported'
    check 'the soname has a version' sh -c 'objdump -p "$1" | grep -q -E "SONAME +libfedomp[.]so[.][0-9]+$"' \
        sh "$shared"
    strings -d "$shared" | grep -F -e "$FED_SRCDIR" -e "$FED_BUILDDIR" >"$tmp/paths"
    expect_lines "$tmp/paths" 0 'the library does not know where it was built'
else
    skip 'exactly the functions of fedomp.h are exported' 'the library was built without its shared form'
fi

nm -A -u "$library" 2>/dev/null |
    grep -E ' U (_?exit|_Exit|abort|printf|puts|putchar|perror|stdout|stderr|__printf_chk)$' >"$tmp/calls"
expect_lines "$tmp/calls" 0 'nothing prints to the standard streams or exits'

if nm "$library" 2>/dev/null | grep -q -E '__(asan|tsan|ubsan|gcov)_'; then
    skip 'no writable data' 'this build is instrumented'
else
    objdump -t "$library" 2>/dev/null | awk '
        /file format/ { member = $1 }
        $NF ~ /^[.]gomp_critical/ { next } # locks by name
        / O ([.]data|[.]bss|[*]COM[*])\t/ { print member, $NF }' >"$tmp/writable"
    expect_lines "$tmp/writable" 0 'no writable data'
fi
finish
