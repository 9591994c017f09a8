#!/bin/sh
# python.sh -- the Python module finds what the program finds, to the last bit, in the library's own memory;
# its functions that read results, and R's, find what the files hold. With FED_LIBDIR the module is the installed one.
. "${FED_SRCDIR:?}/tests/lib.sh"

python=
for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import numpy' 2>/dev/null; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || skip_all 'python3 with numpy is not installed'
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
r=${FED_PKGDATADIR:-}/R/fedomp.R
if [ -z "${FED_LIBDIR:-}" ]; then
    [ -e "$FED_BUILDDIR/.libs/libfedomp.so.0" ] || skip_all 'the library was built without its shared form'
    PYTHONPATH=$FED_SRCDIR/python
    FEDOMP_LIBRARY=$FED_BUILDDIR/.libs/libfedomp.so.0
    export PYTHONPATH FEDOMP_LIBRARY
    r=$FED_SRCDIR/python/R/fedomp.R
fi
cd "$tmp" || exit 1

# Asked of Python: assertions, one script each; a failure shows its traceback.
asked() {
    cat >asked.py
    expect_status 0 "$1" "$python" -W error::ResourceWarning asked.py
}

expect_status 0 'a run to compare with' "$FEDOMP" -q -c ngd_circle -D replicates=2 \
    -D algorithm.rounds=500 -o circle
asked 'theta is that of theta.csv, to the last bit' <<'END'
import csv, numpy, fedomp
study = fedomp.run("ngd_circle", {"algorithm.rounds": 500, "replicates": 2})
rows = [row for row in csv.reader(open("circle/theta.csv"))][1:]
assert (study.points, study.replicates, study.sweep) == (1, 2, [{}])
for replicate in range(2):
    written = numpy.array([[float(v) for v in row[3:]] for row in rows if row[1] == str(replicate) and row[2] != "-1"])
    assert written.shape == study.theta(0, replicate).shape == (200, 8)
    assert written.tobytes() == study.theta(0, replicate).tobytes()
END
asked 'metrics are those of metrics.csv, to the last bit' <<'END'
import csv, numpy, fedomp
metrics = fedomp.run("ngd_circle", {"algorithm.rounds": 500, "replicates": 2}).metrics
rows = list(csv.DictReader(open("circle/metrics.csv")))
assert list(metrics)[:21] == list(rows[0])[:21], list(rows[0])
assert len(rows) == len(metrics["loss"]) > 10
for name in metrics:
    written = numpy.array([float(row[name]) if row[name] else numpy.nan for row in rows])
    if name != "seconds":
        assert written.tobytes() == metrics[name].astype(float).tobytes(), name
END
asked 'theta is not copied, and outlives the study' <<'END'
import gc, fedomp
from fedomp._library import library
study = fedomp.run("fedavg", {"algorithm.rounds": 5, "sweep": "()", "replicates": 1})
theta = study.theta()
assert theta.__array_interface__["data"][0] == library.fedomp_theta(study._session, 0, 0)
assert not theta.flags.owndata and not theta.flags.writeable and theta.shape == (1, 10)
kept = theta.copy()
del study
gc.collect()
assert (theta == kept).all() and abs(kept).sum() > 0
END
asked 'sweeps, settings of every type, results written' <<'END'
import fedomp, numpy
study = fedomp.run("fedavg", {"algorithm.rounds": numpy.int64(20), "replicates": 2, "loss.l2": 1e-05,
                              "loss.intercept": True, "data.theta": [1.0, 2, -3.5], "name": "own"},
                   threads=2, seed=2**40, output="own")
assert [point["algorithm.local_steps"] for point in study.sweep] == ["1", "5", "10"]
metrics = study.metrics
assert sorted(set(metrics["algorithm.local_steps"])) == ["1", "10", "5"]
assert set(metrics["round"]) == {0, 5, 10, 15, 20}
results = fedomp.read("own")
last = metrics["round"] == 20
assert (results.metrics["loss"][results.metrics["round"] == 20] == metrics["loss"][last]).all()
assert (results["theta"]["theta_3"][:1] == study.theta()[0, 3]).all() and study.theta().shape == (1, 4)
assert study.answered(2, 1) and study.outcome(2, 1)
END
asked 'a directory that is not empty is refused before the run, or replaced' <<'END'
import fedomp, os
forever = {"algorithm.rounds": 2000000000, "output.every": 1000000}
before = sorted(os.listdir("own"))
try:
    fedomp.run("ngd_circle", forever, output="own")
except fedomp.Error as error:
    assert "own: not empty" in str(error), error
else:
    raise AssertionError("not refused")
try:
    fedomp.run("ngd_circle", forever, output="own/run.yaml")
except FileExistsError:
    pass
assert sorted(os.listdir("own")) == before
fedomp.run("fedavg", {"algorithm.rounds": 7, "replicates": 1, "output.every": 7}, output="own", force=True)
assert set(fedomp.read("own").metrics["round"]) == {0, 7}
END
asked 'columns that output.columns asks for' <<'END'
import csv, fedomp
study = fedomp.run("fedavg", {"algorithm.rounds": 5, "replicates": 1, "data.test_fraction": 0.2, "loss.type": "linear",
                              "output.columns": ["test_mse", "test_loss"]}, output="further")
rows = list(csv.DictReader(open("further/metrics.csv")))
assert [float(row["test_mse"]) for row in rows] == list(study.metrics["test_mse"])
assert list(study.metrics) == [name for name in rows[0]], list(study.metrics)
END
asked 'faults are exceptions with the words of the program' <<'END'
import fedomp
for settings, words in (({"algorithm.learning_rat": 1}, "did you mean 'learning_rate'?"),
                        ({"algorithm.rounds": "many"}, "rounds"), ({"data.theta": ["x"]}, "theta")):
    try:
        fedomp.run("fedavg", settings)
    except fedomp.Error as error:
        assert words in str(error), error
    else:
        raise AssertionError(settings)
for call in (lambda: fedomp.run("no_such_example"), lambda: fedomp.read("."), lambda: fedomp.Study("fedavg").theta(9)):
    try:
        call()
    except (fedomp.Error, FileNotFoundError, IndexError):
        pass
    else:
        raise AssertionError(call)
END
asked 'a divergence is a warning, and the results are there' <<'END'
import warnings, fedomp
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    study = fedomp.run("fedavg", {"algorithm.learning_rate": 1e9, "replicates": 1})
assert [w.category for w in caught] == [fedomp.NoAnswer] and "diverged" in str(caught[0].message), caught
assert not study.answered() and len(study.metrics["loss"]) > 0
END
asked 'an interrupt ends a long run' <<'END'
import os, signal, threading, fedomp
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    fedomp.run("ngd_circle", {"algorithm.rounds": 2000000000, "output.every": 1000000})
except KeyboardInterrupt:
    pass
else:
    raise AssertionError("not interrupted")
END

# What the README and the manual show.
if [ -f "$FED_SRCDIR/README.md" ]; then
    sed -n "s|^    PYTHONPATH=python python3|'$python'|p" "$FED_SRCDIR/README.md" >readme
    check 'the README has a line for Python' test "$(wc -l <readme)" -eq 1
    expect_status 0 'it runs' sh readme
    expect_match out '^[0-9.e-]+$' 'and prints a number'
fi
literals "$FED_SRCDIR/man/fedomp-python.7" "$tmp/example" PYTHON
for file in "$tmp"/example[0-9]; do
    cp "$file" asked.py
    expect_status 0 "example: $(head -n 1 "$file")" "$python" asked.py
done
check 'the manual has examples' test -e "$tmp/example2"
if command -v Rscript >/dev/null; then
    literals "$FED_SRCDIR/man/fedomp-python.7" "$tmp/r" R
    "$FEDOMP" -q -c ngd_circle -o results/ngd_circle
    cp "$r" .
    for file in "$tmp"/r[0-9]; do
        expect_status 0 "R: $(head -n 1 "$file")" Rscript "$file"
    done
    cat >asked.R <<'END'
source("fedomp.R")
results <- read_fedomp("circle")
metrics <- read.csv("circle/metrics.csv")
stopifnot(identical(results$metrics$loss, metrics$loss), nrow(last_fedomp(results, "gap")) == 1,
          last_fedomp(results, "gap")$round == 500, inherits(try(read_fedomp("."), silent = TRUE), "try-error"))
END
    expect_status 0 'R reads the tables' Rscript asked.R
else
    skip 'R reads the tables' 'R is not installed'
fi
finish
