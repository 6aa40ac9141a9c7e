# Makes consensus-cluster-plus.json: ConsensusClusterPlus 1.62 on 20 generated samples with 50 genes, with the samples and
# genes of every resample, its consensus matrices, classes, trees, and the numbers of its plots.
# Rscript consensus-cluster-plus.R > consensus-cluster-plus.json
suppressPackageStartupMessages(library(ConsensusClusterPlus))
n <- 20
genes <- 50
most <- 4
reps <- 25
set.seed(11)
means <- matrix(rnorm(3 * genes), nrow = genes)
data <- round(means[, c(rep(1, 8), rep(2, 7), rep(3, 5))] + matrix(rnorm(n * genes, sd = 1.6), nrow = genes), 3)
colnames(data) <- paste0("s", seq_len(n))

list_of <- function(values) paste0("[", paste(values, collapse = ", "), "]")
number <- function(values) list_of(ifelse(is.nan(values), "null", formatC(values, digits = 17, format = "g")))
drawn <- list()
pdf(NULL)

study <- function(algorithm, distance, share, seed) {
  # The samples and genes that the call below draws: only sample() uses random numbers.
  set.seed(seed)
  resamples <- replicate(reps, simplify = FALSE, {
    rows <- sort(sample(n, floor(n * 0.8), replace = FALSE))
    columns <- if (share < 1) sort(sample(genes, floor(genes * share), replace = FALSE)) else NULL
    sprintf('{"rows": %s, "columns": %s}', list_of(rows - 1), if (is.null(columns)) "null" else list_of(columns - 1))
  })
  result <- suppressMessages(ConsensusClusterPlus(data, maxK = most, reps = reps, pItem = 0.8, pFeature = share,
    clusterAlg = algorithm, distance = distance, seed = seed, plot = NULL, verbose = FALSE))
  support <- calcICL(result, plot = NULL)
  areas <- c()
  runs <- c()
  for (k in 2:most) {
    matrix <- result[[k]]$consensusMatrix
    pairs <- matrix[lower.tri(matrix)]
    counts <- cumsum(hist(pairs, plot = FALSE, breaks = seq(0, 1, by = 1 / 100))$counts)
    cdf <- counts / counts[100]
    areas <- c(areas, sum(cdf) / 100)
    items <- support$itemConsensus[support$itemConsensus$k == k, ]
    items <- items[order(match(items$item, colnames(data)), items$cluster), ]
    runs <- c(runs, sprintf('{"k": %d, "labels": %s, "order": %s,\n"consensus": %s,\n"cdf": %s,\n"clusters": %s,\n"items": %s}', k,
      list_of(result[[k]]$consensusClass - 1), list_of(result[[k]]$consensusTree$order - 1), number(pairs), number(cdf),
      number(support$clusterConsensus[support$clusterConsensus[, "k"] == k, "clusterConsensus"]), number(items$itemConsensus)))
  }
  sprintf('{"algorithm": "%s", "distance": "%s", "resamples": %s,\n"areas": %s, "delta": %s, "runs": [\n%s\n]}', algorithm, distance,
    list_of(resamples), number(areas), number(c(areas[1], diff(areas) / areas[-length(areas)])), paste(runs, collapse = ",\n"))
}

studies <- c(
  study("hc", "pearson", 1, 1),
  study("hc", "spearman", 0.7, 2),
  study("hc", "euclidean", 1, 3),
  study("pam", "pearson", 1, 4),
  study("pam", "euclidean", 0.8, 5)
)
cat(sprintf('{"samples": %s,\n"studies": [\n%s\n]}\n', list_of(apply(data, 2, list_of)), paste(studies, collapse = ",\n")))
