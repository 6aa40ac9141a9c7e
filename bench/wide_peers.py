"""Peers on wide tables, as partners of bench/wide.mjs: scikit-learn and Leiden.

    wide_peers.py table.npz METHOD K SEED

Prints the adjusted Rand index to `y` on the rows with y >= 0, and the CPU seconds without reading the table. Peers other
than k-means get 50 principal components of the rows scaled to length 1; Leiden works on the graph of the 15 nearest rows
there, with the resolution tuned to give K clusters.
"""

import os
import sys
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np
from sklearn.cluster import AgglomerativeClustering, KMeans, SpectralClustering
from sklearn.decomposition import PCA
from sklearn.metrics import adjusted_rand_score
from sklearn.mixture import GaussianMixture
from sklearn.neighbors import NearestNeighbors


def leiden(points, k, seed):
    import igraph
    import leidenalg

    near = NearestNeighbors(n_neighbors=min(15, len(points) - 1)).fit(points).kneighbors(return_distance=False)
    links = {(min(i, j), max(i, j)) for i, row in enumerate(near) for j in row}
    graph = igraph.Graph(n=len(points), edges=sorted(links))
    low, high, best = 1e-3, 64.0, None
    for _ in range(14):
        middle = (low * high) ** 0.5
        found = leidenalg.find_partition(
            graph, leidenalg.RBConfigurationVertexPartition, resolution_parameter=middle, n_iterations=2, seed=seed
        )
        if best is None or abs(len(found) - k) < abs(len(best) - k):
            best = found
        if len(found) == k:
            break
        low, high = (middle, high) if len(found) < k else (low, middle)
    return np.array(best.membership)


def cluster(x, method, k, seed):
    length = np.linalg.norm(x, axis=1, keepdims=True)
    unit = x / np.where(length > 0, length, 1)
    if method == "k-means":
        return KMeans(k, n_init=10, random_state=seed).fit_predict(unit)
    points = PCA(min(50, *unit.shape), random_state=seed).fit_transform(unit)
    if method == "ward":
        return AgglomerativeClustering(k).fit_predict(points)
    if method == "mixture":
        return GaussianMixture(k, random_state=seed).fit_predict(points)
    if method == "spectral":
        neighbours = min(10, len(points) - 1)
        return SpectralClustering(
            k, affinity="nearest_neighbors", n_neighbors=neighbours, random_state=seed
        ).fit_predict(points)
    return leiden(points, k, seed)


path, method, k, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
data = np.load(path)
x, y = data["x"].astype(np.float32), data["y"]
start = time.process_time()
labels = cluster(x, method, k, seed)
seconds = time.process_time() - start
known = y >= 0
print(adjusted_rand_score(y[known], labels[known]), seconds)
