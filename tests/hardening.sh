#!/bin/sh
# hardening.sh -- what configure turns on by default stands in the program: position-independent, relocations
# read-only, the stack guarded, the C library's checked functions called.
. "${FED_SRCDIR:?}/tests/lib.sh"
command -v readelf >/dev/null || skip_all 'readelf is not installed'
grep -q "^FED_PIE_LDFLAGS = -pie" "$FED_BUILDDIR/Makefile" ||
    skip_all 'configured without hardening, or for a tool that excludes it'

program=$FED_BUILDDIR/fedomp
[ ! -x "$FED_BUILDDIR/.libs/fedomp" ] || program=$FED_BUILDDIR/.libs/fedomp
readelf -h -l -d -W "$program" >"$tmp/elf"
readelf --dyn-syms -W "$program" >"$tmp/symbols"
expect_match "$tmp/elf" '^ *Type: +DYN' 'the program is position-independent'
expect_match "$tmp/elf" 'GNU_RELRO' 'its relocations are read-only'
expect_match "$tmp/elf" 'FLAGS.*NOW' 'once they are made, at the start'
expect_match "$tmp/symbols" '__stack_chk_fail' 'its stack is guarded'
if grep -q 'FORTIFY_SOURCE' "$FED_BUILDDIR/Makefile"; then
    expect_match "$tmp/symbols" '__[a-z]*printf_chk' "the C library's checked functions are called"
else
    skip "the C library's checked functions are called" 'compiled without optimisation'
fi
if [ -f "$FED_BUILDDIR/.libs/libfedomp.so" ]; then
    readelf -l -d -W "$FED_BUILDDIR/.libs/libfedomp.so" >"$tmp/elf"
    expect_match "$tmp/elf" 'GNU_RELRO' "the library's relocations are read-only"
    expect_match "$tmp/elf" 'FLAGS.*NOW' 'once they are made, when it is loaded'
else
    skip "the library's relocations are read-only" 'the library was built without its shared form'
fi
finish
