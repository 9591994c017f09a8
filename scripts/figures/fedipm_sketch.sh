# shellcheck shell=sh
# fedipm_sketch.sh -- Bian, Song and Yin, section 4: which sketches keep to the central path, by their size
layout 2 2 380 280
for size in 4 8 12 16 24 32 64 128; do
    set -- "$@" --rename "[$size]=$size"
done
set -- "$@" --rename algorithm.pairing= --rename 'independent=independent sketches, as published' \
    --rename 'paired=paired, R1 = R3 and R4 = R2' --rename 'equal=all four equal' --xlabel 'rows b of a sketch' -l xy
across=
for sketch in ams srht; do
    case $sketch in
        ams) words='AMS' ;;
        srht) words='SRHT' ;;
    esac
    panel -m gap -x algorithm.sizes --by algorithm.pairing --only "algorithm.sketch=$sketch" --floor 1e-12 \
        --yrange 1e-13:1e5 --title "$words: error at the end" --ylabel "${across:-loss above the optimum}" "$@"
    across=-
done
across=
for sketch in ams srht; do
    case $sketch in
        ams) words='AMS' ;;
        srht) words='SRHT' ;;
    esac
    panel --table ipm -m projection_error -x algorithm.sizes --by algorithm.pairing --floor 1e-16 --yrange 1e-17:1e6 \
        --only "algorithm.sketch=$sketch" --title "$words: error of the projection, last round" \
        --ylabel "${across:-norm of the error}" "$@"
    across=-
done
