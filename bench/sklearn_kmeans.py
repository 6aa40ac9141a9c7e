"""scikit-learn's KMeans, one thread, as a partner of bench/ensemble.mjs.

    sklearn_kmeans.py values.f64 ROWS COLUMNS

Reads one JSON request per line, {"clusterCounts": [..], "seed": s, "type": "float64" | "float32"}, fits one KMeans per
cluster count (one k-means++ start, lloyd, at most 100 iterations, tol 0) and prints
{"cpu": ms, "wall": ms, "inertia": [..], "iterations": total}.
"""

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # before NumPy is imported

import json
import sys
import time
import warnings

import numpy as np
import sklearn
from sklearn.cluster import KMeans

warnings.filterwarnings("ignore")
path, rows, columns = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
values = np.fromfile(path).reshape(rows, columns)
data = {"float64": values, "float32": values.astype(np.float32)}
print(json.dumps({"version": sklearn.__version__}), flush=True)

for line in sys.stdin:
    request = json.loads(line)
    points = data[request["type"]]
    inertia, iterations = [], 0
    cpu, wall = time.process_time(), time.perf_counter()
    for t, k in enumerate(request["clusterCounts"]):
        model = KMeans(k, n_init=1, max_iter=100, tol=0, algorithm="lloyd", random_state=request["seed"] * 1000 + t)
        model.fit(points)
        inertia.append(float(model.inertia_))
        iterations += int(model.n_iter_)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    print(json.dumps({"cpu": cpu * 1e3, "wall": wall * 1e3, "inertia": inertia, "iterations": iterations}), flush=True)
