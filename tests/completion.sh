#!/bin/sh
# Completion in bash: what follows a line that ends where the cursor is. zsh's is read for its syntax.
# shellcheck disable=SC2016 # programs of other shells are meant literally
. "$FED_SRCDIR/tests/lib.sh"

command -v bash >/dev/null || skip_all 'bash is not installed'
cd "$tmp" || exit 1
ln -s "$FEDOMP" fedomp
for script in plot report sweep; do
    ln -s "$FED_BUILDDIR/fedomp-$script" "fedomp-$script"
done
PATH=$tmp:$PATH
mkdir conf
: >conf/mine.cfg
: >conf/notes.txt
cat >ask <<'EOT'
# ask LINE -- prints the completions that readline would be given.
set -u
. "$FED_SRCDIR/completions/bash/$1"
COMP_LINE=$2
COMP_POINT=${#2}
# readline parts words at = and at blanks.
read -r -a COMP_WORDS <<<"${2//=/ = }"
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
spec=$(complete -p "$1")
function=${spec#*-F }
COMPREPLY=()
"${function%% *}" "$1" "${COMP_WORDS[-1]}" ''
[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}"
EOT

# asked COMMAND LINE -- leaves what it gives in $out.
asked() {
    run bash ask "$1" "$2"
    if [ -s "$err" ]; then
        not_ok "$2: no complaints"
        tap_quote "$err"
    fi
}

# gives COMMAND LINE WORDS -- exactly these.
gives() {
    asked "$1" "$2"
    found=$(sort "$out" | paste -s -d ' ' -)
    check "$2<TAB> gives $3" test "$found" = "$3" || printf '#   %s\n' "$found"
}

gives fedomp 'fedomp --pr' --print-config
gives fedomp 'fedomp --li' --list
gives fedomp 'fedomp --def' --define=
gives fedomp 'fedomp -c conf/mine.cfg --f' --force
gives fedomp 'fedomp --list=gr' graphs
gives fedomp 'fedomp -D network.deg' network.degree=
gives fedomp 'fedomp -Dnetwork.deg' -Dnetwork.degree=
gives fedomp 'fedomp --define=network.deg' network.degree=
gives fedomp 'fedomp -D network.type=ce' central
gives fedomp 'fedomp -D on_divergence=' 'fail record'
gives fedomp 'fedomp -D data.standardize=' 'false true'
gives fedomp 'fedomp --explain=algorithm.local_s' algorithm.local_steps
gives fedomp 'fedomp -c ngd_ci' ngd_circle
gives fedomp 'fedomp -c conf/' conf/mine.cfg
gives fedomp 'fedomp --config=conf/' conf/mine.cfg
gives fedomp 'fedomp -o con' conf
gives fedomp 'fedomp -D no.such.key=' ''
asked fedomp 'fedomp -D '
cp "$out" keys
for key in seed= algorithm.learning_rate= data.covariance.rho= output.every=; do
    check "-D<TAB> offers $key" grep -q -x -F "$key" keys
done
asked fedomp 'fedomp -D algorithm.name='
"$FEDOMP" --list=algorithms | sed 's/ .*//' | sort >want
sort "$out" >got
expect_same got want 'the values of algorithm.name are those of --list=algorithms'
asked fedomp 'fedomp --'
"$FEDOMP" --help | grep -E -o -e '--[a-z-]+' | sort -u >want
sed 's/=$//' "$out" | { cat; echo --help; echo --version; } | sort -u >got
expect_same got want 'every option of --help'

gives fedomp-sweep 'fedomp-sweep --dr' --dry-run
gives fedomp-sweep 'fedomp-sweep -p network.deg' network.degree=
gives fedomp-sweep 'fedomp-sweep --zip network.type=circle,ce' circle,central
gives fedomp-sweep 'fedomp-sweep --param=network.type=ce' central
gives fedomp-sweep 'fedomp-sweep --rank=log' log_mse
gives fedomp-sweep 'fedomp-sweep -c ngd_ci' ngd_circle
gives fedomp-sweep 'fedomp-sweep -D on_divergence=r' record

gives fedomp-plot 'fedomp-plot --pan' --panels=
gives fedomp-plot 'fedomp-plot -k h' 'heat hist'
gives fedomp-plot 'fedomp-plot --kind=bo' box
gives fedomp-plot 'fedomp-plot -m log' log_mse
gives fedomp-plot 'fedomp-plot -x rou' round
gives fedomp-plot 'fedomp-plot --panels network.deg' network.degree
gives fedomp-plot 'fedomp-plot --only network.type=ce' central
gives fedomp-plot 'fedomp-plot --only=network.type=ce' central
gives fedomp-plot 'fedomp-plot --paper=ngd_fig3' ngd_fig3
gives fedomp-plot 'fedomp-plot --terminal con' conf
gives fedomp-plot 'fedomp-plot -o x.png con' conf
gives fedomp-plot 'fedomp-plot --title con' ''
asked fedomp-plot 'fedomp-plot --'
sed -n 's/^\.It Fl //p' "$FED_SRCDIR/man/fedomp-plot.1" | sed 's/\\-/-/g' | grep -E -o 'Fl -[a-z-]+|^-[a-z-]+' |
    sed 's/^Fl //; s/^/-/' | { cat; echo --help; echo --version; } | sort -u >want
sed 's/=$//' "$out" | sort -u >got
expect_same got want 'every option of fedomp-plot(1)'

gives fedomp-report 'fedomp-report --q' --quiet
gives fedomp-report 'fedomp-report -m gap,log' gap,log_mse
gives fedomp-report 'fedomp-report --metrics=gra' 'grad_norm gradients'
gives fedomp-report 'fedomp-report con' conf
gives fedomp-report 'fedomp-report -t con' ''

if command -v zsh >/dev/null; then
    check 'zsh reads its file' zsh -n "$FED_SRCDIR/completions/zsh/_fedomp"
else
    skip 'zsh reads its file' 'zsh is not installed'
fi
for command in fedomp fedomp-plot fedomp-report fedomp-sweep; do
    lacking=
    for option in $("./$command" --help | grep -E -o -e '--[a-z-]+' | sort -u); do
        grep -q -e "$option" "$FED_SRCDIR/completions/zsh/_fedomp" || lacking="$lacking $option"
    done
    check "zsh knows the options of $command${lacking:+, but not$lacking}" test -z "$lacking"
done
finish
