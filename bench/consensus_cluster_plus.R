# ConsensusClusterPlus on a CSV of samples (rows) and features: k-means, 80 % of the samples, k up to 6. Prints JSON.
suppressPackageStartupMessages(library(ConsensusClusterPlus))
arguments <- commandArgs(trailingOnly = TRUE)
data <- t(as.matrix(read.csv(arguments[1])))
repeats <- as.integer(arguments[2])
pdf(NULL)
time <- system.time(suppressMessages(
  result <- ConsensusClusterPlus(data, maxK = 6, reps = repeats, pItem = 0.8, pFeature = 1, clusterAlg = "km",
    distance = "euclidean", seed = 1, plot = NULL, verbose = FALSE)))
peak <- sub("[^0-9]*([0-9]+).*", "\\1", grep("VmHWM", readLines("/proc/self/status"), value = TRUE))
cat(sprintf('{"seconds": %.3f, "cpu": %.3f, "peakMb": %.1f, "version": "%s", "r": "%s", "labels": [%s]}\n',
  time[["elapsed"]], time[["user.self"]] + time[["sys.self"]], as.numeric(peak) / 1024,
  packageVersion("ConsensusClusterPlus"), getRversion(), paste(result[[4]]$consensusClass, collapse = ",")))
