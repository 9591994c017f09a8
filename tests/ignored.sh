#!/bin/sh
# ignored.sh -- keys that are given and that nothing reads: one line each with its place, wherever they come from.
. "${FED_SRCDIR:?}/tests/lib.sh"
cd "$tmp" || exit 1

cat >base.cfg <<'END_CFG'
seed = 1;
data = { source = "synthetic"; samples = 80; theta = [1.0, 2.0]; };
partition = { clients = 4; };
network = { type = "complete"; degree = 3; };
algorithm = { name = "ngd"; rounds = 3; learning_rate = 0.1; local_steps = 1; };
rank = { slices = 7; };
END_CFG
warning='base.cfg:4: network.degree: has no effect with network.type = complete'
cat >wanted <<END_WARNINGS
fedomp: warning: $warning
fedomp: warning: base.cfg:5: algorithm.local_steps: has no effect with algorithm.name = ngd
fedomp: warning: base.cfg:6: rank.slices: has no effect
END_WARNINGS
expect_status 0 '--check' "$FEDOMP" --check -c base.cfg
check 'shows each with its place, and no other' cmp "$err" wanted
expect_status 0 'a run' "$FEDOMP" -c base.cfg -o plain
check 'tells the same' cmp "$err" wanted
sed -n '/^ignored:/,/^[^ -]/p' plain/run.yaml >listed
printf 'ignored:\n- network.degree\n- algorithm.local_steps\n- rank.slices\n' >wanted
check 'run.yaml lists them' sh -c 'head -n 4 listed | cmp - wanted'
expect_status 0 'a run without' "$FEDOMP" -q -c base.cfg -o none -D algorithm.name=fedavg -D analysis=rank
expect_match none/run.yaml '^- network.type$' 'a network without peers is one of them'
expect_status 0 'analyses read their keys' "$FEDOMP" --check -c base.cfg -D analysis=rank
check 'after the rounds' sh -c '! grep rank "$0"' "$err"

expect_status 3 'strict --check' "$FEDOMP" --check -c base.cfg -D strict=true
check 'lists all as errors' test "$(grep -c '^fedomp: base.cfg:[456]: .* has no effect' "$err")" -eq 3
expect_status 3 'strict' "$FEDOMP" -c base.cfg -o strict -D strict=true
expect_line err "fedomp: $warning"
check 'runs nothing' test ! -e strict

# with -D, and inside a sweep
expect_status 0 'by -D' "$FEDOMP" --check -c base.cfg -D algorithm.server.optimizer=adam
expect_line err 'fedomp: warning: -D: algorithm.server.optimizer: has no effect'
expect_status 0 'a sweep that uses it at one point' "$FEDOMP" --check -c base.cfg \
    -D 'sweep=({key="network.type"; values=["complete","circle"];},{key="algorithm.name"; values=["ngd","fedavg"];})'
check 'is fine' sh -c '! grep -e degree -e steps "$0"' "$err"
expect_status 0 'a sweep of it' "$FEDOMP" --check -c base.cfg -D 'sweep=({key="algorithm.delta"; values=[true,false];})'
expect_line err 'fedomp: warning: -D: algorithm.delta: has no effect with algorithm.name = ngd'

# what was resolved is printed whole, with the defaults of keys that nothing reads
"$FEDOMP" --print-config -c base.cfg -D rank.slices=60 -D network.type=circle -D algorithm.name=fedavg \
    -D network.degree=1 >printed.cfg
expect_status 0 'a printed configuration' "$FEDOMP" --check -c printed.cfg -D strict=true
finish
