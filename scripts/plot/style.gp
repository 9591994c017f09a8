# style.gp -- what all panels share: borders, grid, tics.
set encoding utf8
set border 3 lc rgb '#404040' lw 1
set tics nomirror out scale TIC
set xtics offset 0, screen UP/H
set format "%g"
set grid back lc rgb '#e4e4e4' lt 1 lw .6
set autoscale xfix
set samples 2
set style fill solid .5
set boxwidth .6
set datafile separator whitespace
set format x "%h"; set format y "%h" # the default keeps a place for a sign
