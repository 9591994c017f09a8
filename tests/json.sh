#!/bin/sh
# json.sh -- run.json says what run.yaml says: read by Python's json and by PyYAML they are the same
# values, for every example of conf/ that runs quickly and for words that either format could mistake.
. "${FED_SRCDIR:?}/tests/lib.sh"

python3 -c 'import yaml' 2>/dev/null || skip_all 'python3-yaml is not installed'
cd "$tmp" || exit 1
cat >same.py <<'EOT2'
# same.py YAML JSON -- the values and their types; dates of YAML are text in JSON.
import datetime, json, math, sys, yaml

def refuse(word):
    raise ValueError("not JSON: " + word)

def plain(x):
    if isinstance(x, dict):
        return {str(k): plain(v) for k, v in x.items()}
    if isinstance(x, list):
        return [plain(v) for v in x]
    if isinstance(x, datetime.datetime):
        return x.strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(x, float) and math.isinf(x):
        return "Infinity" if x > 0 else "-Infinity"
    return x

def differ(a, b, path):
    if type(a) is not type(b):
        sys.exit("%s: %r is not %r" % (path, a, b))
    if isinstance(a, dict):
        if list(a) != list(b):
            sys.exit("%s: keys %s, %s" % (path, list(a), list(b)))
        for k in a:
            differ(a[k], b[k], path + "." + k)
    elif isinstance(a, list):
        if len(a) != len(b):
            sys.exit("%s: %d, %d elements" % (path, len(a), len(b)))
        for k, (x, y) in enumerate(zip(a, b)):
            differ(x, y, "%s[%d]" % (path, k))
    elif a != b:
        sys.exit("%s: %r is not %r" % (path, a, b))

with open(sys.argv[1]) as f:
    left = plain(yaml.safe_load(f))
with open(sys.argv[2]) as f:
    right = json.load(f, parse_constant=refuse)
assert left["runs"] and left["configuration"], "nothing was compared"
differ(left, right, "run")
EOT2

# same DIRECTORY NAME -- run.json, and what --json prints, against run.yaml.
same() {
    check "$2: run.json has the values of run.yaml" python3 same.py "$1/run.yaml" "$1/run.json"
    expect_status 0 "$2: --json" "$FEDOMP" --json "$1"
    expect_same "$out" "$1/run.json" 'prints the bytes of run.json'
}

cat >base.cfg <<'EOT2'
name = "a \"quoted\"\\ word: 10:30, caf\xc3\xa9";
seed = 9007199254740993L;
replicates = 2;
data = { source = "synthetic"; model = "linear"; samples = 40; theta = [1.0, -1e-300, 3.0]; };
partition = { clients = 4; };
network = { type = "circle"; };
loss = { type = "linear"; l2 = 1e-5; };
algorithm = { name = "ngd"; rounds = 6; learning_rate = 0.1; };
cost = { phi = 1e300; };
analysis = ( "stable" );
output = { json = true; };
EOT2
expect_status 0 'a run' "$FEDOMP" -q -c base.cfg -o run
same run 'a run'
expect_status 0 'a sweep over words that look like other things' "$FEDOMP" -q -c base.cfg -o sweep \
    -D 'sweep=( { key = "name"; values = ["yes", "null", "1e5", "~", "2026-11-17", "0x10", "", "-", "é\t\"x\""]; },
        { key = "loss.l2"; values = [0.0, 1e-5, 0.1]; } )'
same sweep 'a sweep'
expect_status 5 'a run that diverges' "$FEDOMP" -q -c base.cfg -o lost -D algorithm.learning_rate=1e300 \
    -D data.standardize=true
same lost 'a run without an answer'
for example in localupdate_fig1 fedlrgd_rank; do
    expect_status 0 "$example" "$FEDOMP" -q -c "$example" -o "$example" -D output.json=true \
        -D replicates=1 -D algorithm.rounds=3 -D on_divergence=record
    same $example $example
done

# Infinite numbers, which few runs have.
mkdir made
printf 'configuration: {}\nruns:\n- {a: .inf, b: -.inf, c: ".inf", d: 1.0e+308, e: [], f: null, g: -0.0}\n' >made/run.yaml
expect_status 0 'infinities' "$FEDOMP" --json=made
printf '%s' '{"configuration":{},"runs":[{"a":"Infinity","b":"-Infinity","c":".inf","d":1e308,"e":[],"f":null,"g":-0.0}]}' >want
tr -d ' \n' <"$out" >got
expect_same got want 'are strings'

# On request only; a resumed study may ask for it, and it goes when it is asked for no longer.
expect_status 0 'not asked for' "$FEDOMP" -q -c base.cfg -o none -D output.json=false
check 'no run.json' test ! -e none/run.json
expect_status 0 'again in its place' "$FEDOMP" -q --force -c base.cfg -o run -D output.json=false
check 'the old run.json is gone' test ! -e run/run.json
expect_status 0 'the first part of a study' "$FEDOMP" -q -c base.cfg -o parts -D output.json=false --replicates=0-0
expect_status 0 'resumed with output.json' "$FEDOMP" -q -c base.cfg -o parts --resume
same parts 'resumed'

expect_status 4 'no results' "$FEDOMP" --json nowhere
expect_line err 'nowhere/run.yaml: No such file or directory'
for text in 'a: &x 1
b: *x' 'a: [1' "$(printf 'a: \377')"; do
    printf '%s\n' "$text" >made/run.yaml
    expect_status 4 "$text" "$FEDOMP" --json made
    expect_line err 'made/run.yaml: not a run.yaml of fedomp'
done
finish
