# shellcheck shell=sh
# fedipm_sketch.sh -- Bian, Song and Yin, section 4: which sketches keep to the central path, by their size
layout 3 2 380 280
for size in 4 8 12 16 24 32 64 128 512 2048 8192 32768; do
    set -- "$@" --rename "[$size]=$size"
done
set -- "$@" --rename algorithm.pairing= --rename 'independent=independent sketches, as published' \
    --rename 'paired=paired, R1 = R3 and R4 = R2' --rename 'equal=all four equal' --xlabel 'rows b of a sketch' -l xy
# row YLABEL WORDS OPTION... -- a panel for each sketch
row() {
    across=$1 words=$2
    shift 2
    panel "$@" --only algorithm.sketch=ams --title "AMS: $words" --ylabel "$across"
    panel "$@" --only algorithm.sketch=srht --title "SRHT: $words" --ylabel -
}
row 'loss above the optimum' 'error at the end' -m gap -x algorithm.sizes --by algorithm.pairing --floor 1e-12 \
    --yrange 1e-13:1e5 "$@"
row 'norm of the error' 'error of the projection, last round' --table ipm -m projection_error -x algorithm.sizes \
    --by algorithm.pairing --floor 1e-16 --yrange 1e-17:1e6 "$@"
row words 'words sent up' -m words_up -x algorithm.sizes --by algorithm.pairing --yrange 1e5:1e12 "$@"
