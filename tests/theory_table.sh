#!/bin/sh
# theory_table.sh -- fedomp-guide(7) describes every column and number that the analyses and the theory of
# the methods write, and nothing else; its tables of the papers miss no numbered statement.
. "${FED_SRCDIR:?}/tests/lib.sh"

page=$FED_SRCDIR/man/fedomp-guide.7

# described GROUP -- the words of its subsection of ANALYSES, one a line.
described() {
    unroff <"$page" | awk -v group="$1" '
        /^\.Sh / { section = $0 == ".Sh ANALYSES" }
        /^\.S[hs] / { on = section && $0 == ".Ss " group }
        on && sub(/^\.It Ic /, "") { sub(/ Pq .*/, ""); gsub(/[, ]+/, "\n"); print }' | sort -u
}

# What the sources name, though no run below may write it.
sed -n 's/.*fed_run_scalar([^,]*, "\([a-z0-9-]*\)", "\([a-z0-9_]*\)".*/\1 \2/p' \
    "$FED_SRCDIR"/src/analyses/*.c "$FED_SRCDIR"/src/algorithms/*.c "$FED_SRCDIR"/src/algorithms/*/*.c >"$tmp/written"
check 'the sources write numbers' test "$(wc -l <"$tmp/written")" -ge 50

# wrote DIR -- pairs of group and word: the headers of the analyses' tables, the numbers of run.yaml.
wrote() {
    for name in $("$FEDOMP" --list=analyses | awk '{ print $1 }') tail intervals; do
        [ -f "$1/$name.csv" ] || continue
        case $name in tail) group=rank ;; intervals) group=inference ;; *) group=$name ;; esac
        head -n 1 "$1/$name.csv" | tr ',' '\n' | sed '/^theta_[2-9]/d; /^theta_1[0-9]/d; /^run$/d; /^replicate$/d' |
            sed "s/^/$group /"
    done
    awk '/^  [a-z]/ { on = $1 == "graph:" ? 2 : $1 == "analyses:"; next }
        on == 1 && /^    [a-z0-9-]+:$/ { group = $1; sub(":", "", group); next }
        on == 1 && /^      [a-z0-9_]+: / { sub(":", "", $1); print group, $1 }
        on == 2 && /^    (se|spectral|sigma)[a-z_]*: / { sub(":", "", $1); print "graph", $1 }' "$1/run.yaml"
}

# covers ANALYSIS CONFIGURATION OPTION... -- runs it, briefly.
covers() {
    analysis=$1
    example=$2
    shift 2
    expect_status 0 "$analysis of $example" "$FEDOMP" -q -c "$example" -o "$tmp/$analysis" -D 'sweep=()' \
        -D replicates=1 -D "analysis=[\"$analysis\"]" "$@"
    check "$analysis.csv is there" test -s "$tmp/$analysis/$analysis.csv"
    wrote "$tmp/$analysis" >>"$tmp/written"
}

for analysis in stable ngd-efficiency inference graph optimum; do
    covers "$analysis" ngd_circle -D algorithm.rounds=20
done
for analysis in spectrum decomposition early-stopping limit distortion surrogate; do
    covers "$analysis" fedavg -D algorithm.rounds=20
done
covers gain fedavg_fig4 -D algorithm.name=fedavg
covers prediction fedavg_fig6 -D algorithm.name=fedavg
covers rank fedlrgd -D rank.slices=20
covers gradient-error fedlrgd -D algorithm.certify=true
covers local-convergence localupdate_fig1 -D algorithm.name=local-update -D algorithm.rounds=20

LC_ALL=C sort -u "$tmp/written" >"$tmp/pairs"
for analysis in $("$FEDOMP" --list=analyses | awk '{ print $1 }'); do
    check "$analysis was run" grep -q "^$analysis " "$tmp/pairs"
done
sed 's/ .*//' "$tmp/pairs" | sort -u >"$tmp/groups"
while IFS= read -r group; do
    sed -n "s/^$group //p" "$tmp/pairs" | sort -u >"$tmp/there"
    described "$group" >"$tmp/described"
    comm -23 "$tmp/there" "$tmp/described" | tr '\n' ' ' >"$out"
    check "the guide describes all of $group: $(cat "$out")" test ! -s "$out"
    comm -13 "$tmp/there" "$tmp/described" | tr '\n' ' ' >"$out"
    check "and nothing else: $(cat "$out")" test ! -s "$out"
done <"$tmp/groups"

# The statements of the papers, by kind and number.
listed() {
    unroff <"$page" | awk -v paper="$1: theorems and figures" '
        /^\.S[hs] / { on = $0 == ".Ss " paper }
        on && /^\.It / {
            sub(/^\.It /, "")
            sub(/ Ta .*/, "")
            gsub(/,/, " ")
            kind = ""
            n = split($0, word, " ")
            for (i = 1; i <= n; i++) {
                if (word[i] ~ /^[A-Z][a-z]+$/) {
                    kind = word[i]
                    sub(/ies$/, "y", kind)
                    sub(/s$/, "", kind)
                } else if (word[i] == "to" && kind != "") {
                    from = word[i - 1]
                    to = word[i + 1]
                    stem = ""
                    if (match(from, /^[A-Z]\./)) {
                        stem = substr(from, 1, 2)
                        from = substr(from, 3)
                        to = substr(to, 3)
                    }
                    for (k = from + 1; k < to + 0; k++)
                        print kind, stem k
                } else if (kind != "")
                    print kind, word[i]
            }
        }' | sort -u
}

# paper NAME KIND NUMBER...
paper() {
    name=$1
    kind=$2
    shift 2
    listed "$name" >"$tmp/listed"
    lacking=
    for number; do
        grep -q -x -F "$kind $number" "$tmp/listed" || lacking="$lacking $number"
    done
    check "$name, $kind${lacking:+: not$lacking}" test -z "$lacking"
}

# shellcheck disable=SC2046 # numbers
{
    paper 'Network Gradient Descent' Theorem 1 2 3
    paper 'Network Gradient Descent' Corollary 1 2
    paper 'Network Gradient Descent' Example 1 2
    paper 'Network Gradient Descent' Figure $(seq 6)
    paper 'Network Gradient Descent' Table 1
    paper 'FedAvg and FedProx' Proposition 1 3 7
    paper 'FedAvg and FedProx' Lemma 2 4 5 $(seq 18 21) $(seq 25 30)
    paper 'FedAvg and FedProx' Theorem 8 10 11 12 16 17 22
    paper 'FedAvg and FedProx' Corollary 13 14 23 24
    paper 'FedAvg and FedProx' Remark 6 9
    paper 'FedAvg and FedProx' Definition 15
    paper 'FedAvg and FedProx' Example 1 2
    paper 'FedAvg and FedProx' Figure $(seq 6)
    paper 'Local update methods' Lemma 1 2 $(seq 5 12) 15 18 23 24 25 $(seq 30 35)
    paper 'Local update methods' Theorem 3 4 16 17 21 26 27 29
    paper 'Local update methods' Corollary 13 14 19 20 22 28
    paper 'Local update methods' Algorithm $(seq 4)
    paper 'Local update methods' Assumption $(seq 4)
    paper 'Local update methods' Figure $(seq 9)
    paper 'Local update methods' Table $(seq 7)
    paper 'Federated interior point method' Definition 3.1 3.2 4.1 4.3 A.4 A.5 C.1 E.1
    paper 'Federated interior point method' Lemma 4.2 5.1 5.2 A.1 A.2 A.3 A.6 B.1 $(seq -f C.%g 2 6) E.2 E.3 F.1 F.2 F.3
    paper 'Federated interior point method' Theorem 1.1 3.4 5.3 D.1
    paper 'Federated interior point method' Remark 3.3
    paper 'Federated interior point method' Algorithm 1
    paper 'Federated interior point method' Model 1 2 3
    paper 'Federated interior point method' Figure $(seq 4)
    paper FedLRGD Definition 1
    paper FedLRGD Algorithm 1
    paper FedLRGD Lemma $(seq 4)
    paper FedLRGD Theorem 1 2 3
    paper FedLRGD Proposition 1 2
    paper FedLRGD Figure 1 2
}

# What the tables name exists: keys with their values, columns of analyses, metrics, configurations; a row without
# such a name gives a reason.
for section in data partition network features loss model algorithm algorithm.learning_rate cost output rank gain; do
    "$FEDOMP" --explain=$section
done | awk '/^[a-z]/ { key = $1; sub(/:$/, "", key); print "key", key
        if (match($0, /; one of [^;(]*/)) { n = split(substr($0, RSTART + 9, RLENGTH - 9), value, /[, ]+/)
            for (i = 1; i <= n; i++) print "value", key, value[i] } }' >"$tmp/names"
expect_status 0 'fedipm' "$FEDOMP" -q -c fedipm -o "$tmp/ipm" -D algorithm.system=sketch -D algorithm.pairing=paired \
    -D 'algorithm.sizes=[16, 16, 16, 16]' -D algorithm.rounds=1 -D on_divergence=record
{
    sed 's/^/column /' "$tmp/pairs"
    head -n 1 "$tmp/ipm/ipm.csv" | tr ',' '\n' | sed 's/^/column ipm /'
    printf 'column yaml expected_time\ncolumn yaml simulated_time\nfile conf/sweeps/best_rate.awk\n'
    "$FEDOMP" --list=metrics | awk '{ print "metric", $1 }'
    find "$FED_SRCDIR/conf" -name '*.cfg' | sed 's|.*/||; s|\.cfg$||; s|^|example |'
} >>"$tmp/names"
check 'best_rate.awk is there' test -f "$FED_SRCDIR/conf/sweeps/best_rate.awk"
unroff <"$page" | awk '/^\.Sh / { on = /THEOREMS/ } on && /^\.It / { sub(/.* Ta /, ""); print }' >"$tmp/rows"
check 'there are rows' test "$(wc -l <"$tmp/rows")" -ge 90
awk '
    function known(key,   k) { # a key, or what it ends with
        for (k in keys) if (k == key || substr(k, length(k) - length(key)) == "." key ||
                            index("." k, "." key ".") > 0) return 1
        return 0 }
    function takes(key, value,   k) {
        for (k in values) { split(k, part, SUBSEP)
            if (part[2] == value && (part[1] == key || substr(part[1], length(part[1]) - length(key)) == "." key)) return 1 }
        return 0 }
    function column(group, word,   k, stem) {
        if (word ~ /\*$/) { stem = substr(word, 1, length(word) - 1)
            for (k in columns) { split(k, part, SUBSEP)
                if (part[1] == group && index(part[2], stem) == 1) return 1 } }
        return (group, word) in columns }
    function lacks(what) { print "\"" $0 "\": " what; bad++ }
    FILENAME ~ /names$/ { if ($1 == "key") keys[$2]; else if ($1 == "value") values[$2, $3]
        else if ($1 == "column") { columns[$2, $3]; groups[$2] } else any[$2]; next }
    { found = /^(not computed:|not used:|nothing to compute:|steps? of|quoted|diagrams|graph of|a review|no configuration)/
      n = split($0, clause, /; */)
      for (c = 1; c <= n; c++) {
          text = clause[c]; group = ""
          sub(/^analysis /, "", text)
          if (sub(/^run\.yaml: graph: /, "", text)) group = "graph"
          else if (sub(/^run\.yaml: fedlrgd: /, "", text)) group = "fedlrgd"
          else if (sub(/.*run\.yaml: /, "", text)) group = "yaml"
          else if (sub(/.*tail\.csv: /, "", text)) group = "rank"
          else if (match(text, /^[a-z.-]+: /) && substr(text, 1, RLENGTH - 2) in groups) {
              group = substr(text, 1, RLENGTH - 2); text = substr(text, RLENGTH + 1)
          } else if (sub(/^ipm\.csv: /, "", text)) group = "ipm"
          if (text in groups || text == "ipm.csv" || known(text) || text in any) { found = 1; continue }
          if (text ~ / = / && group == "") { # key = value, value, key = value
              sub(/: .*/, "", text); m = split(text, word, /(, | to )/)
              for (w = 1; w <= m; w++) {
                  if (split(word[w], side, / = /) == 2) { key = side[1]; word[w] = side[2]; if (!known(key)) lacks(key) }
                  if (takes(key, word[w])) found = 1; else lacks(key " = " word[w]) }
              continue }
          m = split(text, word, /(, | to | beside | and )/)
          for (w = 1; w <= m; w++) {
              if (group != "" && column(group, word[w])) found = 1
              else if (word[w] in any) found = 1
              else if (word[w] ~ /^[a-z0-9]+[_.\/][a-z0-9_.\/]*$/ && word[w] !~ /_i$/) lacks(word[w])
              else if (group != "" && w == 1) lacks(word[w]) }
      }
      if (!found) lacks("neither a name nor a reason") }
    END { exit bad > 0 }' "$tmp/names" "$tmp/rows" >"$out"
check "the tables name what exists: $(tr '\n' ' ' <"$out")" test ! -s "$out"
finish
