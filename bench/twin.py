"""GPEC as a dense NumPy/SciPy program: what Chorale is timed against in bench/core.mjs.

Written as well as the dense way allows: no Python loop over samples, BLAS for every large product (one thread),
in-place work where a copy would cost n x n, and an iterative eigensolver for the few eigenpairs that are wanted.

    twin.py labelings.csv.gz --columns c1,c2,... --truth gt -k 6 [--alpha 0.1] [--form matrix|operator]

  matrix    K = H'H is formed once, as the formulas have it: n^3 flops, two n x n matrices.
  operator  only H is held; every product with K is two products with H.

Prints one JSON object. `seconds` runs from reading the file to the labels, without starting Python and its imports.
"""

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # before NumPy is imported

import argparse
import gzip
import json
import resource
import time

import numpy as np
import scipy
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import LinearOperator, eigsh


def read_columns(path, names):
    """The named columns of a gzipped CSV, numbered 0.. by value: n x len(names)."""
    with gzip.open(path, "rt") as file:
        header = file.readline().strip().split(",")
        table = np.loadtxt(file, delimiter=",", usecols=[header.index(name) for name in names], dtype=np.int64)
    return np.column_stack([np.unique(column, return_inverse=True)[1] for column in table.T])


def one_hot(labels):
    """B, the membership of n samples in all clusters of all labelings, and the labeling of each cluster."""
    n, m = labels.shape
    counts = labels.max(axis=0) + 1
    columns = labels + np.concatenate([[0], np.cumsum(counts)[:-1]])
    B = csr_matrix((np.ones(n * m), columns.ravel(), np.arange(0, n * m + 1, m)), shape=(n, counts.sum()))
    return B, np.repeat(np.arange(m), counts), counts


def cluster_weights(B, counts, lam):
    """NECI: exp(-E / (lam m)), E the entropy of a cluster over all labelings, divided by log2 of the cluster count."""
    overlap = (B.T @ B).toarray()
    p = overlap / overlap.diagonal()[:, None]
    entropy = -(p * np.log2(p, out=np.zeros_like(p), where=p > 0)).sum(axis=1)
    return np.exp(-entropy / np.log2(np.repeat(counts, counts)) / (lam * len(counts)))


def confident_links(B, weights, m, alpha):
    """H: co-association by weighted clusters, unit diagonal, cut at alpha, columns scaled to length 1."""
    H = (B.multiply(weights / m).tocsr()) @ B.T.toarray()
    H /= H.max()
    np.fill_diagonal(H, 1.0)
    H[H < alpha] = 0.0
    H /= np.sqrt(np.einsum("ij,ij->j", H, H))
    return H


def learn_weights(apply_K, U, owner, n, m, k):
    """Fixed point with step halving for min over w of J(w), the sum of the k largest eigenvalues of 2K + sum w_t^2 K_t."""
    evaluations = 0
    start = np.random.default_rng(0).standard_normal(n)

    def evaluate(w):
        nonlocal evaluations, start
        evaluations += 1
        squared = (w**2)[owner]
        M = LinearOperator((n, n), matvec=lambda x: 2 * apply_K(x) + U @ (squared * (U.T @ x)), dtype=np.float64)
        values, vectors = eigsh(M, k=k, which="LA", v0=start)
        start = vectors.sum(axis=1)
        spans = np.bincount(owner, weights=((U.T @ vectors) ** 2).sum(axis=1), minlength=m)
        return values.sum(), spans, values[::-1], vectors[:, ::-1]

    w = np.full(m, 1 / m)
    J, s, values, Z = evaluate(w)
    for _ in range(50):
        d = (1 / s) / (1 / s).sum() - w
        g = 2 * (w * s * d).sum()
        if -g <= 1e-14 * abs(J):
            break
        step = 1.0
        after = evaluate(w + step * d)
        while after[0] > J + 1e-4 * step * g and step > 1e-8:
            step /= 2
            after = evaluate(w + step * d)
        w = w + step * d
        J, s, values, Z = after
        if np.abs(step * d).max() < 1e-8:
            break
    return w, J, values, Z, evaluations


def k_means(X, k, restarts, rng):
    """k-means++ and Lloyd, the best of `restarts`."""
    best_inertia, best_labels = np.inf, None
    lengths = (X**2).sum(axis=1)
    for _ in range(restarts):
        centres = X[rng.integers(len(X))][None, :]
        nearest = ((X - centres) ** 2).sum(axis=1)
        while len(centres) < k:
            chosen = X[rng.choice(len(X), p=nearest / nearest.sum())]
            centres = np.vstack([centres, chosen])
            nearest = np.minimum(nearest, ((X - chosen) ** 2).sum(axis=1))
        labels = None
        for _ in range(100):
            distances = lengths[:, None] - 2 * X @ centres.T + (centres**2).sum(axis=1)
            previous, labels = labels, distances.argmin(axis=1)
            if previous is not None and np.array_equal(labels, previous):
                break
            sizes = np.bincount(labels, minlength=k)
            sums = np.column_stack([np.bincount(labels, weights=column, minlength=k) for column in X.T])
            filled = sizes > 0
            centres[filled] = sums[filled] / sizes[filled, None]
        inertia = ((X - centres[labels]) ** 2).sum()
        if inertia < best_inertia:
            best_inertia, best_labels = inertia, labels
    return best_inertia, best_labels


def nmi(a, b):
    table = np.bincount(a * (b.max() + 1) + b).astype(float)
    table = np.pad(table, (0, (a.max() + 1) * (b.max() + 1) - len(table))).reshape(a.max() + 1, b.max() + 1) / len(a)
    entropy = lambda p: -(p[p > 0] * np.log2(p[p > 0])).sum()
    ha, hb = entropy(table.sum(axis=1)), entropy(table.sum(axis=0))
    return 2 * (ha + hb - entropy(table)) / (ha + hb)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("path")
    parser.add_argument("--columns", required=True)
    parser.add_argument("--truth", required=True)
    parser.add_argument("-k", type=int, required=True)
    parser.add_argument("--alpha", type=float, default=0.1)
    parser.add_argument("--form", choices=["matrix", "operator"], default="matrix")
    given = parser.parse_args()

    began = time.perf_counter()
    table = read_columns(given.path, given.columns.split(",") + [given.truth])
    labels, truth = table[:, :-1], table[:, -1]
    n, m = labels.shape
    loaded = time.perf_counter()

    B, owner, counts = one_hot(labels)
    H = confident_links(B, cluster_weights(B, counts, lam=1.0), m, given.alpha)
    if given.form == "matrix":
        K = H.T @ H
        del H
        apply_K = lambda x: K @ x
    else:
        apply_K = lambda x: H.T @ (H @ x)
    similar = time.perf_counter()

    U = B.multiply(1 / np.sqrt(B.sum(axis=0))).tocsr()
    w, J, values, Z, evaluations = learn_weights(apply_K, U, owner, n, m, given.k)
    embedded = time.perf_counter()

    lengths = np.sqrt((Z**2).sum(axis=1, keepdims=True))
    X = np.divide(Z, lengths, out=np.zeros_like(Z), where=lengths > 0)
    inertia, consensus = k_means(X, given.k, restarts=10, rng=np.random.default_rng(1))
    done = time.perf_counter()

    print(
        json.dumps(
            {
                "numpy": np.__version__,
                "scipy": scipy.__version__,
                "seconds": done - began,
                "timings": {
                    "load": loaded - began,
                    "similarity": similar - loaded,
                    "embedding": embedded - similar,
                    "labels": done - embedded,
                },
                "peakMb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
                "nmi": nmi(consensus, truth),
                "objective": J,
                "weights": w.tolist(),
                "eigenvalues": values.tolist(),
                "evaluations": evaluations,
                "inertia": inertia,
                "labels": consensus.tolist(),
            }
        )
    )


if __name__ == "__main__":
    main()
