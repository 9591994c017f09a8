#!/bin/sh
# lint.sh -- shell scripts pass ShellCheck, manual pages pass mandoc's lint.
. "${FED_SRCDIR:?}/tests/lib.sh"

cd "$FED_SRCDIR" || exit 1
for script in bootstrap .ci/run packaging/*-deb packaging/debian/tests/* man/*.sh \
    scripts/* scripts/*/* completions/bash/* tests/*.sh tests/fuzz/*.sh tests/slurm-stand-in conf/sweeps/*; do
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
# Sentences of more than thirty words are hard to read.
(cd "$FED_SRCDIR" && awk -f tests/long_sentences.awk man/*.[1357] README.md CONTRIBUTING.md SECURITY.md) >"$out"
check 'at most 10 sentences of more than 30 words' test "$(grep -c ' words: ' "$out")" -le 10 || tap_quote "$out"
printf '.Sh X\n%s\nshort one.\n' "$(seq 31 | tr '\n' ' ' | sed 's/ $/./')" >"$tmp/long.1"
check 'one of 31 words is found' test "$(awk -f "$FED_SRCDIR/tests/long_sentences.awk" "$tmp/long.1" | grep -c ' 31 words: ')" -eq 1
finish
