"""Other criteria for the number of clusters, for bench/choose-k.mjs.

Reads one dataset per line as JSON (sampleCount, featureCount, values, clusterCounts, isNull) and writes one JSON line each:
the k by silhouette, Calinski-Harabasz, gap statistic (5 uniform references), BIC of Gaussian mixtures with full or diagonal
covariances, and PAC of k-means (10 resamples). Silhouette, Calinski-Harabasz and PAC cannot answer 1 and are left out for
data without clusters (isNull). At most 1000 samples. With --datasets it writes four datasets of scikit-learn instead.
Needs scikit-learn.
"""

import json
import sys
import warnings

import numpy as np
from sklearn import datasets
from sklearn.cluster import KMeans
from sklearn.metrics import calinski_harabasz_score, silhouette_score
from sklearn.mixture import GaussianMixture

warnings.filterwarnings("ignore")
MOST_SAMPLES = 1000
MOST_CLUSTERS = 12  # of gap, BIC and PAC


def k_means(points, k, starts=3):
    return KMeans(k, n_init=starts, random_state=0).fit(points)


def gap(points, counts):
    random = np.random.default_rng(0)
    low, high = points.min(0), points.max(0)
    gaps, errors = [], []
    for k in counts:
        own = np.log(k_means(points, k).inertia_ + 1e-12)
        others = [np.log(k_means(random.uniform(low, high, points.shape), k, 1).inertia_ + 1e-12) for _ in range(5)]
        gaps.append(np.mean(others) - own)
        errors.append(np.std(others) * np.sqrt(1 + 1 / 5))
    for at in range(len(counts) - 1):
        if gaps[at] >= gaps[at + 1] - errors[at + 1]:
            return counts[at]
    return counts[-1]


def bic(points, counts):
    best = (np.inf, 1)
    shapes = ["full", "diag"] if points.shape[1] <= 20 else ["diag"]
    for k in counts:
        for shape in shapes:
            model = GaussianMixture(k, covariance_type=shape, random_state=0, reg_covar=1e-4, max_iter=60).fit(points)
            best = min(best, (model.bic(points), k))
    return best[1]


def pac(points, counts):
    random = np.random.default_rng(0)
    points = points[random.permutation(len(points))[:300]]
    n = len(points)
    draws = [random.permutation(n)[: int(0.8 * n)] for _ in range(10)]
    best = (np.inf, 2)
    for k in counts:
        together, both = np.zeros((n, n)), np.zeros((n, n))
        for rows in draws:
            labels = k_means(points[rows], k, 1).labels_
            both[np.ix_(rows, rows)] += 1
            together[np.ix_(rows, rows)] += labels[:, None] == labels[None, :]
        shares = (together / np.maximum(both, 1))[np.triu_indices(n, 1)]
        best = min(best, (np.mean((shares > 0.1) & (shares <= 0.9)), k))
    return best[1]


def always_several(points, counts, few):
    labels = {k: k_means(points, k).labels_ for k in counts}
    return {
        "silhouette": max(counts, key=lambda k: silhouette_score(points, labels[k])),
        "calinskiHarabasz": max(counts, key=lambda k: calinski_harabasz_score(points, labels[k])),
        "pac": pac(points, few),
    }


def write_datasets():
    for name in ["breast_cancer", "digits", "iris", "wine"]:
        data = getattr(datasets, f"load_{name}")()
        n, d = data.data.shape
        values = data.data.ravel().tolist()
        row = {"name": name, "k": len(data.target_names), "sampleCount": n, "featureCount": d, "values": values}
        print(json.dumps(row), flush=True)


def answer(data):
    points = np.array(data["values"]).reshape(data["sampleCount"], data["featureCount"])
    points = points[np.random.default_rng(0).permutation(len(points))[:MOST_SAMPLES]]
    counts = [k for k in data["clusterCounts"] if k < len(points) / 2]
    few = [k for k in counts if k <= MOST_CLUSTERS]
    found = {} if data["isNull"] else always_several(points, counts, few)
    found |= {"gap": gap(points, [1, *few]), "bic": bic(points, [1, *few])}
    print(json.dumps({name: int(k) for name, k in found.items()}), flush=True)


if "--datasets" in sys.argv:
    write_datasets()
else:
    for line in sys.stdin:
        answer(json.loads(line))
