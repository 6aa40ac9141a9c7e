# Makes consensus-cluster-plus.json: ConsensusClusterPlus 1.62 on 24 generated samples, with every resampled labeling and
# its own consensus CDF, area, delta area, PAC, cluster consensus and item consensus. Rscript consensus-cluster-plus.R
suppressPackageStartupMessages(library(ConsensusClusterPlus))
n <- 24
set.seed(3)
data <- t(rbind(matrix(rnorm(16, 0), ncol = 2), matrix(rnorm(16, 3), ncol = 2), matrix(rnorm(16, 4.5), ncol = 2)))
colnames(data) <- paste0("s", seq_len(n))
labelings <- list()
recorded <- function(distances, k) {
  found <- kmeans(cmdscale(distances, 2), k)$cluster
  labels <- rep(-1, n)
  labels[match(attr(distances, "Labels"), colnames(data))] <- found - 1
  labelings[[length(labelings) + 1]] <<- list(k = k, labels = labels)
  found
}
pdf(NULL)
result <- suppressMessages(ConsensusClusterPlus(data, maxK = 4, reps = 15, pItem = 0.8, pFeature = 1,
  clusterAlg = "recorded", distance = "euclidean", seed = 7, plot = NULL, verbose = FALSE))
support <- calcICL(result, plot = NULL)
areas <- c()
list_of <- function(values) paste0("[", paste(values, collapse = ", "), "]")
number <- function(values) list_of(formatC(values, digits = 17, format = "g"))
parts <- c()
for (k in 2:4) {
  matrix <- result[[k]]$consensusMatrix
  pairs <- matrix[lower.tri(matrix)]
  counts <- cumsum(hist(pairs, plot = FALSE, breaks = seq(0, 1, by = 1 / 100))$counts)
  cdf <- counts / counts[100]
  areas <- c(areas, sum(cdf) / 100)
  share <- ecdf(pairs)
  items <- support$itemConsensus[support$itemConsensus$k == k, ]
  items <- items[order(match(items$item, colnames(data)), items$cluster), ]
  own <- Filter(function(each) each$k == k, labelings)
  parts <- c(parts, sprintf(
    '{"k": %d, "labels": %s,\n"labelings": %s,\n"cdf": %s,\n"area": %.17g, "pac": %.17g,\n"clusters": %s,\n"items": %s}', k,
    list_of(result[[k]]$consensusClass - 1), list_of(sapply(own, function(each) list_of(each$labels))), number(cdf),
    areas[k - 1], share(0.9 + 1e-9) - share(0.1 + 1e-9),
    number(support$clusterConsensus[support$clusterConsensus[, "k"] == k, "clusterConsensus"]), number(items$itemConsensus)))
}
delta <- c(areas[1], diff(areas) / areas[-length(areas)])
cat(sprintf('{"delta": %s, "byK": [\n%s\n]}\n', number(delta), paste(parts, collapse = ",\n")))
