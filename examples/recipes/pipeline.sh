#!/bin/sh
# A pipeline: generate data, cluster it, and keep the rows that are least certain.
set -eu
chorale sample blobs -n 300 -k 4 --spread 1.5 |
  chorale cluster - -k 4 --append --quiet |
  awk -F, 'NR == 1 || $NF < 0.5' > uncertain.csv
echo "$(($(wc -l < uncertain.csv) - 1)) uncertain samples"
