# shellcheck shell=sh
# fedipm_models.sh -- Bian, Song and Yin, section 6: the models against Algorithm 1, error by words sent
layout 1 1 760 420
panel -m gap -x words -l xy --yrange 1e-10:1e7 --no-band --ylabel 'loss above the optimum' \
    --by algorithm.system,algorithm.pairing,algorithm.step --rename algorithm.system= --rename algorithm.pairing= \
    --rename algorithm.step= --rename 'exact, independent, long=exact system' \
    --rename 'pcg, independent, long=sketch as preconditioner' \
    --rename 'sketch, paired, long=paired sketches, long steps' \
    --rename 'sketch, independent, long=independent sketches' \
    --rename 'sketch, paired, short=paired sketches, short steps' \
    --rename 'sketch, independent, short=independent sketches' \
    --rename 'model1, independent, long=Model 1' --rename 'model2, independent, long=Model 2' \
    --rename 'model3, independent, long=Model 3'
