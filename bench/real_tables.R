# The data frames and matrices of R's packages as CSV files, for bench/real-tables.mjs: Rscript bench/real_tables.R FOLDER
folder <- commandArgs(trailingOnly = TRUE)[1]
for (package in c("datasets", "cluster", "survival", "lattice")) {
  for (item in data(package = package)$results[, "Item"]) {
    name <- sub(" .*", "", item)
    source <- sub(".*\\((.*)\\)", "\\1", item)
    found <- new.env()
    suppressWarnings(try(data(list = source, package = package, envir = found), silent = TRUE))
    table <- tryCatch(get(name, envir = found), error = function(problem) NULL)
    if (is.matrix(table) && is.numeric(table) || inherits(table, "table")) table <- as.data.frame(table)
    if (!is.data.frame(table) || nrow(table) < 15 || nrow(table) > 10000 || ncol(table) < 2) next
    table <- table[sapply(table, function(column) is.atomic(column) && is.null(dim(column)))]
    hasNames <- !all(rownames(table) == as.character(seq_len(nrow(table))))
    if (hasNames) table <- cbind(name = rownames(table), table)
    write.csv(table, file.path(folder, paste0(package, "_", name, ".csv")), row.names = FALSE, na = "")
  }
}
