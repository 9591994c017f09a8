# Tests: C programs on CUnit and shell scripts, all of them speaking TAP.

C_TESTS = \
  tests/fuzz/replay \
  tests/test_arrange \
  tests/test_batches \
  tests/test_blocks \
  tests/test_clock \
  tests/test_codes \
  tests/test_cohort \
  tests/test_config \
  tests/test_config_faults \
  tests/test_core \
  tests/test_datasets \
  tests/test_decay \
  tests/test_efficiency \
  tests/test_generators \
  tests/test_graphs \
  tests/test_ipm \
  tests/test_ipm_codes \
  tests/test_ipm_degenerate \
  tests/test_ipm_rounding \
  tests/test_ipm_scale \
  tests/test_ipm_systems \
  tests/test_kernels \
  tests/test_library \
  tests/test_loops \
  tests/test_linking \
  tests/test_local \
  tests/test_losses \
  tests/test_lowrank \
  tests/test_metrics \
  tests/test_models \
  tests/test_networks \
  tests/test_newton \
  tests/test_numbers \
  tests/test_partitions \
  tests/test_problem \
  tests/test_sandwich \
  tests/test_schedules \
  tests/test_servers \
  tests/test_sketches \
  tests/test_sources \
  tests/test_stable \
  tests/test_state \
  tests/test_strips \
  tests/test_synthetic \
  tests/test_threads

SHELL_TESTS = \
  tests/bad_input.sh \
  tests/bounds.sh \
  tests/cli.sh \
  tests/clients.sh \
  tests/cohorts.sh \
  tests/columns.sh \
  tests/ignored.sh \
  tests/completion.sh \
  tests/diff.sh \
  tests/documented.sh \
  tests/durable.sh \
  tests/examples.sh \
  tests/fedlrgd.sh \
  tests/fedlrgd_theory.sh \
  tests/fedlrgd_vs.sh \
  tests/format.sh \
  tests/gamma.sh \
  tests/guide.sh \
  tests/hardening.sh \
  tests/honest.sh \
  tests/json.sh \
  tests/harness.sh \
  tests/held_out.sh \
  tests/includes.sh \
  tests/ipm.sh \
  tests/ipm_random.sh \
  tests/kills.sh \
  tests/library.sh \
  tests/limits.sh \
  tests/lint.sh \
  tests/local.sh \
  tests/local_theory.sh \
  tests/lp.sh \
  tests/manual.sh \
  tests/memory.sh \
  tests/netlib.sh \
  tests/ngd.sh \
  tests/ngd_theory.sh \
  tests/nonparametric.sh \
  tests/outputs.sh \
  tests/own_data.sh \
  tests/partition.sh \
  tests/parts.sh \
  tests/plot.sh \
  tests/python.sh \
  tests/race.sh \
  tests/reference.sh \
  tests/report.sh \
  tests/report_browser.sh \
  tests/shells.sh \
  tests/resume.sh \
  tests/signals.sh \
  tests/spelling.sh \
  tests/sweep.sh \
  tests/sweep_manual.sh \
  tests/sweep_resume.sh \
  tests/symbols.sh \
  tests/text.sh \
  tests/torch.sh \
  tests/theory.sh \
  tests/together.sh \
  tests/theory_table.sh \
  tests/versions.sh \
  tests/views.sh \
  tests/windows.sh

# Those whose bands are about random draws.
SEEDS_TESTS = \
  tests/cohorts.sh \
  tests/fedlrgd.sh \
  tests/fedlrgd_theory.sh \
  tests/fedlrgd_vs.sh \
  tests/gamma.sh \
  tests/local_theory.sh \
  tests/ngd.sh \
  tests/ngd_theory.sh \
  tests/nonparametric.sh \
  tests/theory.sh

libtap_a_SOURCES = \
  tests/config_rows.c \
  tests/config_rows.h \
  tests/crew.c \
  tests/crew.h \
  tests/files.c \
  tests/files.h \
  tests/ipm_lab.h \
  tests/lab.h \
  tests/made.c \
  tests/made.h \
  tests/networks.h \
  tests/problems.h \
  tests/tap.c \
  tests/tap.h
