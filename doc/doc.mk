# Manual pages, and what is installed to be read.

dist_man_MANS = \
  man/fedomp-datasets.7 \
  man/fedomp-guide.7 \
  man/fedomp-plot.1 \
  man/fedomp-python.7 \
  man/fedomp-report.1 \
  man/fedomp-sweep.1 \
  man/fedomp.1 \
  man/fedomp.cfg.5 \
  man/libfedomp.3

nobase_dist_doc_DATA = \
  COPYING \
  NEWS \
  README.md \
  doc/figures.md \
  doc/figures/fedavg_fig1.svg \
  doc/figures/fedavg_fig2.svg \
  doc/figures/fedavg_fig3.svg \
  doc/figures/fedavg_fig4.svg \
  doc/figures/fedavg_fig5.svg \
  doc/figures/fedavg_fig6.svg \
  doc/figures/fedipm_fig1.svg \
  doc/figures/fedipm_models.svg \
  doc/figures/fedipm_sketch.svg \
  doc/figures/fedipm_words.svg \
  doc/figures/fedlrgd_fig1.svg \
  doc/figures/fedlrgd_fig2.svg \
  doc/figures/fedlrgd_magic.svg \
  doc/figures/fedlrgd_rank.svg \
  doc/figures/fedlrgd_vs_fedavg.svg \
  doc/figures/localupdate_cifar.svg \
  doc/figures/localupdate_conditioning.svg \
  doc/figures/localupdate_decay.svg \
  doc/figures/localupdate_femnist.svg \
  doc/figures/localupdate_fig1.svg \
  doc/figures/localupdate_fig1_sampled.svg \
  doc/figures/localupdate_rates.svg \
  doc/figures/localupdate_shakespeare.svg \
  doc/figures/localupdate_tags.svg \
  doc/figures/localupdate_words.svg \
  doc/figures/ngd_fig1.svg \
  doc/figures/ngd_fig2.svg \
  doc/figures/ngd_fig2_order.svg \
  doc/figures/ngd_fig3.svg \
  doc/figures/ngd_fig4.svg \
  doc/figures/ngd_fig5.svg \
  doc/figures/ngd_fig5_glm.svg \
  doc/figures/ngd_fig6.svg \
  doc/figures/ngd_fig6_mobilenet.svg
