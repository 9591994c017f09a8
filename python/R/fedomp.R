# fedomp.R -- results of fedomp as data frames:
#
#   source("fedomp.R")
#   results <- read_fedomp("results/ngd_circle")
#   with(subset(results$summary, metric == "gap"), plot(round, median, type = "l", log = "y"))

# Every table of a directory of results, a data frame each, by name: metrics, summary, theta, ...
read_fedomp <- function(directory) {
  files <- list.files(directory, pattern = "\\.csv$", full.names = TRUE)
  names(files) <- sub("\\.csv$", "", basename(files))
  if (!"summary" %in% names(files))
    stop(directory, ": no summary.csv: not a directory of fedomp's results")
  lapply(files, utils::read.csv, check.names = FALSE)
}

# One metric at the last round of each point: its swept keys, n, median and quartiles.
last_fedomp <- function(results, metric) {
  rows <- results$summary[results$summary$metric == metric, ]
  if (nrow(rows) == 0)
    stop("no metric ", metric, " in summary.csv")
  rows[rows$round == stats::ave(rows$round, rows$run, FUN = max), ]
}
