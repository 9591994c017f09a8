#!/bin/sh
# torch.sh -- every named network beside the same one in PyTorch: losses of single samples and the gradient.
. "$FED_SRCDIR/tests/lib.sh"
cd "$tmp" || exit 1

python=
for candidate in python3 /usr/bin/python3; do
    "$candidate" -c 'import numpy, torch' 2>/dev/null && python=$candidate && break
done
[ -n "$python" ] || skip_all 'python3 with torch and numpy is not installed'
OMP_NUM_THREADS=1
export OMP_NUM_THREADS FEDOMP
"$python" "$FED_SRCDIR/tests/torch_networks.py"
