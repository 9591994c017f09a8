#!/bin/sh
# race.sh -- that ThreadSanitizer sees races between tasks of the team, and nothing where there are none: without
# this its silence about the other tests would prove nothing.
. "${FED_SRCDIR:?}/tests/lib.sh"
[ -x "$FED_BUILDDIR/tests/racing" ] || skip_all 'built with --enable-tsan alone'

expect_status 0 'tasks that write apart are no race' "$FED_BUILDDIR/tests/racing" apart
expect_line out '201600'
expect_status 66 'tasks that write the same sum are' "$FED_BUILDDIR/tests/racing"
expect_line err 'data race'
finish
