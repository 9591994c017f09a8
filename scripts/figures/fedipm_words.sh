# shellcheck shell=sh
# fedipm_words.sh -- loss above the optimum by the words that clients send, three ways to find the multipliers
layout 2 2 380 280
set -- -m gap -x words_up -l xy --by algorithm.system --rename algorithm.system= --rename 'exact=exact' \
    --rename 'pcg=conjugate gradients' --rename 'learned=learned' --yrange 1e-12:1 --no-band --xlabel 'words up'
for l2 in 0.001 0.0001; do
    across=
    for name in a9a phishing; do
        panel --only "data.name=$name" --only "loss.l2=$l2" --title "$name, l2 = $l2" \
            --ylabel "${across:-loss above the optimum}" "$@"
        across=-
    done
done
