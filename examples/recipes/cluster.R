# Cluster a data frame from R: CSV in, CSV back.
cluster <- function(frame, clusters) {
  input <- tempfile(fileext = ".csv")
  output <- tempfile(fileext = ".csv")
  write.csv(frame, input, row.names = FALSE)
  status <- system2("chorale", c("cluster", input, "-k", clusters, "-o", output, "--quiet"), stdout = FALSE)
  if (status != 0) stop("chorale failed with exit code ", status)
  labels <- read.csv(output)
  frame$cluster <- labels$cluster
  frame$confidence <- labels$confidence
  frame
}

found <- cluster(iris[, 1:4], 3)
print(table(iris$Species, found$cluster))
