#!/bin/sh
# local.sh -- the keys of methods with local steps: what is refused, with status and line; what prints and
# comes back the same.
. "${FED_SRCDIR:?}/tests/lib.sh"

cat >"$tmp/base.cfg" <<'END'
data = { source = "synthetic"; model = "linear"; samples = 400; theta = [1.0, -2.0, 0.5]; };
partition = { clients = 8; };
loss = { type = "linear"; };
algorithm = { name = "local-update"; rounds = 5; };
END

# refused KEY=VALUE TEXT [MORE OVERRIDES...] -- status 3, one line naming the key and holding TEXT.
refused() {
    setting=$1
    text=$2
    shift 2
    more=
    for one in "$@"; do more="$more -D $one"; done
    # shellcheck disable=SC2086
    expect_status 3 "$setting $more is refused" "$FEDOMP" -q -c "$tmp/base.cfg" -o "$tmp/out" $more -D "$setting"
    expect_line err "${setting%%=*}"
    expect_line err "$text"
    expect_lines err 1
    check 'nothing is left' test ! -e "$tmp/out"
}

for name in fedavg fedprox local-update; do
    refused algorithm.clients_per_round=9 '9, but there are only 8 clients' algorithm.name=$name
    refused algorithm.clients_per_round=-1 'at least 0' algorithm.name=$name
    refused algorithm.sampling=lottery 'unknown word' algorithm.name=$name
    refused algorithm.batch=-3 'at least 0' algorithm.name=$name
    refused algorithm.batch=2.5 'integer' algorithm.name=$name
done
for name in fedavg fedprox; do
    refused algorithm.learning_rate=-0.1 'at least 0' algorithm.name=$name
    refused algorithm.batch_scale=global 'unknown word' algorithm.name=$name
done
for name in fedavg local-update; do
    refused algorithm.local_steps=0 'at least 1' algorithm.name=$name
done
refused algorithm.client_learning_rate=-1 'at least 0'
refused algorithm.server_learning_rate=fast 'expected'
refused algorithm.client_learning_rate.schedule=theorem30 'unknown word'
refused algorithm.local_epochs=-1 'at least 0'
refused algorithm.theta=first 'unknown word'
refused 'algorithm.theta=[]' 'no positive weight'
refused 'algorithm.theta=[0.0, 0.0]' 'no positive weight'
refused 'algorithm.theta=[1.0, -1.0]' 'at least 0'
refused algorithm.local_epochs=2 'sets the number of steps' 'algorithm.theta=[1.0,1.0]'
refused algorithm.delta=true 'need algorithm.theta = "sum"' algorithm.theta=last
refused algorithm.delta=1 'true or false'
refused algorithm.server.optimizer=newton 'unknown word'
refused algorithm.server.momentum=1 'below 1' algorithm.server.optimizer=momentum
refused algorithm.server.beta1=1.5 'below 1' algorithm.server.optimizer=adam
refused algorithm.server.beta2=-0.1 'at least 0' algorithm.server.optimizer=yogi
refused algorithm.server.epsilon=0 'above 0' algorithm.server.optimizer=adagrad
refused algorithm.server.accumulator=-1 'at least 0' algorithm.server.optimizer=rmsprop
refused algorithm.server.correction=yes 'true or false' algorithm.server.optimizer=adam
refused algorithm.server.rate=0.1 'unknown key'
refused algorithm.decay.window=0 'at least 1'
refused algorithm.decay.patience=0 'at least 1'
refused algorithm.decay.cooldown=-1 'at least 0'
refused algorithm.decay.delta=-1 'at least 0'
refused algorithm.decay.client=2 'at most 1'
refused algorithm.decay.server=-0.5 'at least 0'
refused algorithm.decay.rate=0.5 'unknown key'
refused loss.l1=0.1 'an l1 penalty is not smooth' algorithm.name=fedprox
refused loss.type=quantile 'not smooth' algorithm.name=fedavg

# same NAME OVERRIDES... -- what --print-config prints runs to the same bytes.
same() {
    name=$1
    shift
    rm -rf "$tmp/a" "$tmp/b"
    check "$name: runs" "$FEDOMP" -q -c "$tmp/base.cfg" "$@" -o "$tmp/a"
    "$FEDOMP" -c "$tmp/base.cfg" "$@" --print-config >"$tmp/printed.cfg"
    check "$name: runs as printed" "$FEDOMP" -q -c "$tmp/printed.cfg" -o "$tmp/b"
    expect_same "$tmp/a/theta.csv" "$tmp/b/theta.csv" "$name: to the same models"
}

same plain
expect_match "$tmp/a/updates.csv" '^0,0,1,[0-9.e-]+,0\.[0-9]+,0\.[0-9]+,$' 'no decay, no loss in updates.csv'
same decay -D algorithm.decay.patience=1 -D algorithm.decay.cooldown=0 -D algorithm.decay.window=1
expect_match "$tmp/a/updates.csv" '^0,0,1,.*,2\.[0-9]+$' 'decay: the loss it watches is in updates.csv'
expect_lines "$tmp/a/updates.csv" 6
same list -D 'algorithm.theta=[0.5, 1.0]'
same epochs -D algorithm.local_epochs=2 -D algorithm.batch=7
same yogi -D algorithm.server.optimizer=yogi -D algorithm.clients_per_round=3 -D algorithm.sampling=weight
same schedules -D algorithm.client_learning_rate.schedule=theorem29 -D algorithm.server_learning_rate.schedule=cosine \
    -D algorithm.server_learning_rate.value=0.2
same fedprox -D algorithm.name=fedprox -D algorithm.batch=5

# Every schedule on both rates.
for schedule in 'step;values=[0.1,0.05];at=[2]' 'inverse-time;a=1.0;b=10.0' exponential\;value=0.1\;decay=0.9 \
    cosine\;value=0.1 polynomial\;value=0.1 theorem29 constant\;value=0.1; do
    for rate in client server; do
        set --
        rest=schedule=$schedule
        while [ -n "$rest" ]; do
            set -- "$@" -D "algorithm.${rate}_learning_rate.${rest%%;*}"
            case $rest in *\;*) rest=${rest#*;} ;; *) rest= ;; esac
        done
        rm -rf "$tmp/out"
        expect_status 0 "$rate rate: $schedule" "$FEDOMP" -q -c "$tmp/base.cfg" -D algorithm.local_steps=2 "$@" -o "$tmp/out"
    done
done

# Squares of the clients' mean that overflow would freeze an adaptive server where it stands.
expect_status 5 'an overflow in the moments is a divergence' "$FEDOMP" -q -c "$tmp/base.cfg" -o "$tmp/over" \
    -D algorithm.local_steps=200 -D algorithm.client_learning_rate=60 -D algorithm.server.optimizer=adam
expect_line err "diverged: the mean of the clients' updates overflows in round 1"

expect_status 0 'servers are listed' "$FEDOMP" --list=servers
expect_lines out 8
finish
