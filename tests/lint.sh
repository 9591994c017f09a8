#!/bin/sh
# lint.sh -- shell scripts pass ShellCheck, manual pages pass mandoc's lint.
. "${FED_SRCDIR:?}/tests/lib.sh"

cd "$FED_SRCDIR" || exit 1
for script in bootstrap .ci/run packaging/*-deb packaging/debian/tests/* man/*.sh \
    scripts/* scripts/*/* completions/bash/* tests/*.sh tests/slurm-stand-in conf/sweeps/*; do
    [ -f "$script" ] || continue
    case $(head -n 1 "$script") in
        '#!'*sh | '# shellcheck'*) ;;
        *) continue ;;
    esac
    if command -v shellcheck >/dev/null; then
        check "$script: shellcheck" shellcheck -x "$script"
    else
        skip "$script: shellcheck" 'ShellCheck is not installed'
    fi
done
for page in man/*.[1-9]; do
    [ -f "$page" ] || continue
    if command -v mandoc >/dev/null; then
        # Pages that it refers to need not be installed.
        mandoc -T lint "$page" 2>/dev/null | grep -v 'STYLE: referenced manual not found' >"$out"
        expect_lines out 0 "$page: mandoc lint"
    else
        skip "$page: mandoc lint" 'mandoc is not installed'
    fi
done
finish
