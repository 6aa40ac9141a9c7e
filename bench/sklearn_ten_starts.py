"""scikit-learn's k-means with ten starts, one thread, as a peer of bench/many-clusters.mjs.

    sklearn_ten_starts.py values.f64 COLUMNS CLUSTERS labels.i32

Writes the labels and prints the CPU seconds.
"""

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # before NumPy is imported

import sys
import time

import numpy as np
from sklearn.cluster import KMeans

path, columns, clusters, out = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
points = np.fromfile(path).reshape(-1, columns)
start = time.process_time()
labels = KMeans(clusters, n_init=10, random_state=1).fit(points).labels_
print(time.process_time() - start)
labels.astype(np.int32).tofile(out)
