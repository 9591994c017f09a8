# What the shell programs read, a folder each.

dist_figures_DATA = \
  scripts/figures/barrier.awk \
  scripts/figures/best.awk \
  scripts/figures/fedavg.part \
  scripts/figures/fedavg_fig1.sh \
  scripts/figures/fedavg_fig2.sh \
  scripts/figures/fedavg_fig3.sh \
  scripts/figures/fedavg_fig4.sh \
  scripts/figures/fedavg_fig5.sh \
  scripts/figures/fedavg_fig6.sh \
  scripts/figures/fedipm_fig1.sh \
  scripts/figures/fedipm_models.sh \
  scripts/figures/fedipm_sketch.sh \
  scripts/figures/fedipm_words.sh \
  scripts/figures/fedlrgd.part \
  scripts/figures/fedlrgd_fig1.sh \
  scripts/figures/fedlrgd_fig2.sh \
  scripts/figures/fedlrgd_magic.sh \
  scripts/figures/fedlrgd_rank.sh \
  scripts/figures/fedlrgd_vs_fedavg.sh \
  scripts/figures/localupdate.part \
  scripts/figures/localupdate_cifar.sh \
  scripts/figures/localupdate_conditioning.sh \
  scripts/figures/localupdate_decay.sh \
  scripts/figures/localupdate_femnist.sh \
  scripts/figures/localupdate_fig1.sh \
  scripts/figures/localupdate_fig1_sampled.sh \
  scripts/figures/localupdate_rates.sh \
  scripts/figures/localupdate_shakespeare.sh \
  scripts/figures/localupdate_tags.sh \
  scripts/figures/localupdate_words.sh \
  scripts/figures/ngd.part \
  scripts/figures/ngd_fig1.sh \
  scripts/figures/ngd_fig2.sh \
  scripts/figures/ngd_fig2_order.sh \
  scripts/figures/ngd_fig3.sh \
  scripts/figures/ngd_fig4.sh \
  scripts/figures/ngd_fig5.sh \
  scripts/figures/ngd_fig5_glm.sh \
  scripts/figures/ngd_fig6.sh \
  scripts/figures/ngd_fig6_mobilenet.sh \
  scripts/figures/reached.awk \
  scripts/figures/size.part \
  scripts/figures/sizes \
  scripts/figures/tied.awk \
  scripts/figures/tuned.awk

dist_plot_DATA = \
  scripts/plot/best.awk \
  scripts/plot/box.awk \
  scripts/plot/curves.awk \
  scripts/plot/groups.awk \
  scripts/plot/heat.awk \
  scripts/plot/hist.awk \
  scripts/plot/network.awk \
  scripts/plot/page.awk \
  scripts/plot/panel.awk \
  scripts/plot/panel.sh \
  scripts/plot/partition.awk \
  scripts/plot/points.awk \
  scripts/plot/style.gp \
  scripts/plot/svg.awk \
  scripts/plot/table.awk \
  scripts/plot/text.awk \
  scripts/plot/title.awk \
  scripts/plot/words.awk

dist_report_DATA = \
  scripts/report/charts.awk \
  scripts/report/curves.awk \
  scripts/report/distinct.awk \
  scripts/report/embed.awk \
  scripts/report/html.awk \
  scripts/report/load.awk \
  scripts/report/main.awk \
  scripts/report/page.awk \
  scripts/report/page.css \
  scripts/report/page.js \
  scripts/report/parts.awk \
  scripts/report/rank.awk \
  scripts/report/ranking.awk \
  scripts/report/read.sh \
  scripts/report/rows.awk \
  scripts/report/tables.awk \
  scripts/report/theory.awk \
  scripts/report/theta.awk \
  scripts/report/thin.awk \
  scripts/report/yaml.awk \
  scripts/report/zero.awk

dist_sweep_DATA = \
  scripts/sweep/collect.awk \
  scripts/sweep/collect.sh \
  scripts/sweep/expand.awk \
  scripts/sweep/facts.awk \
  scripts/sweep/manifest.awk \
  scripts/sweep/rank.awk \
  scripts/sweep/run.sh \
  scripts/sweep/scatter.awk \
  scripts/sweep/slurm.sh \
  scripts/sweep/table.awk
