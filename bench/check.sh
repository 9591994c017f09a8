#!/bin/sh
# check.sh FEDOMP COUNTS [renew] -- instructions of six small workloads on one thread, as callgrind counts
# them, against those of the file COUNTS: 5% more fails. Counts are of one compiler and C library; with
# others nothing is compared. "renew" writes the file.
set -eu
fedomp=$1 counts=$2 renew=${3:-}
# valgrind knows no AVX-512; how long copies are made must not depend on the processor either.
export LC_ALL=C
export GLIBC_TUNABLES=glibc.cpu.x86_rep_movsb_threshold=0x40000000:glibc.cpu.x86_rep_stosb_threshold=0x40000000
unset OMP_NUM_THREADS

command -v valgrind >/dev/null || { echo 'bench-check: valgrind is not installed, left out'; exit 0; }
tools="gcc $(${CC:-gcc} -dumpfullversion), $(getconf GNU_LIBC_VERSION), $(uname -m)"
tmp=$(mktemp -d "${TMPDIR:-/tmp}/fedomp-bench.XXXXXX")
trap 'rm -rf "$tmp"' EXIT

# workload NAME -- its configuration comes from the standard input.
workload() {
    cat >"$tmp/$1.cfg"
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$fedomp" -q -t 1 -c "$tmp/$1.cfg" \
        -o "$tmp/$1" 2>"$tmp/$1.log" || { cat "$tmp/$1.log"; exit 1; }
    sed -n "s/.*Collected : \([0-9]*\).*/$1 \1/p" "$tmp/$1.log" >>"$tmp/now"
}
theta='theta = [3.0, 1.5, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0]; covariance = { type = "ar1"; };'
ngd='algorithm = { name = "ngd"; learning_rate = 0.01; rounds ='

workload ngd-linear <<END
data = { source = "synthetic"; model = "linear"; samples = 2000; $theta };
partition = { clients = 40; };
network = { type = "circle"; degree = 2; };
loss = { type = "linear"; };
$ngd 10000; };
output = { every = 1000; };
END
workload ngd-logistic <<END
data = { source = "synthetic"; model = "logistic"; samples = 2000; $theta };
partition = { clients = 40; };
network = { type = "circle"; degree = 2; };
loss = { type = "logistic"; };
$ngd 400; };
output = { every = 10; };
END
workload ngd-poisson <<END
data = { source = "synthetic"; model = "poisson"; samples = 2000; theta = [0.5, -0.2, 0.1, 0.3]; };
partition = { clients = 40; };
network = { type = "fixed-degree"; degree = 2; };
loss = { type = "poisson"; };
$ngd 400; };
output = { every = 10; };
END
workload fedavg-batches <<END
data = { source = "synthetic"; model = "logistic"; samples = 2000; $theta };
partition = { clients = 20; scheme = "dirichlet"; alpha = 0.5; };
loss = { type = "logistic"; l2 = 1e-3; };
algorithm = { name = "fedavg"; rounds = 400; learning_rate = 0.1; batch = 10; clients_per_round = 10; };
output = { every = 10; };
END
# Its products are those of the kernels that BLIS chose.
workload "fednewton-$(sed -n 's/.*blis_kernel: //p' "$tmp/fedavg-batches/run.yaml")" <<END
data = { source = "synthetic"; model = "logistic"; samples = 4000; $theta };
features = { type = "polynomial"; degree = 2; };
partition = { clients = 20; };
loss = { type = "logistic"; l2 = 1e-3; optimum = false; };
algorithm = { name = "fednewton"; };
END
workload sweep <<END
data = { source = "synthetic"; samples = 20; theta = [1.0, 2.0]; };
partition = { clients = 2; };
algorithm = { name = "fedavg"; rounds = 2; };
sweep = ( { key = "algorithm.learning_rate"; values = [.01, .02, .03, .04, .05, .06, .07, .08, .09, .1]; },
          { key = "loss.l2"; values = [.01, .02, .03, .04, .05, .06, .07, .08, .09, .1]; },
          { key = "loss.scale"; values = [1.0, 1.5, 2.0]; } );
END

if [ -n "$renew" ]; then
    { echo "# $tools"; cat "$tmp/now"; } >"$counts"
    exit 0
fi
if [ "$(sed -n 1p "$counts")" != "# $tools" ]; then
    echo "bench-check: $counts is of another toolchain than $tools: nothing is compared"
    cat "$tmp/now"
    exit 0
fi
awk 'NR == FNR { if (!/^#/) before[$1] = $2; next }
    !($1 in before) {
        printf "%-20s %12d instructions, not known before\n", $1, $2
        next
    }
    {
        ratio = $2 / before[$1]
        printf "%-20s %12d instructions, %.3f of before%s\n", $1, $2, ratio,
            (ratio > 1.05 ? ": MORE" : (ratio < 0.95 ? ": make bench-counts keeps it" : ""))
        worse += ratio > 1.05
    }
    END { exit worse > 0 }' "$counts" "$tmp/now"
