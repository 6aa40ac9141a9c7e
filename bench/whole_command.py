"""scikit-learn's KMeans as a whole program, as a partner of bench/whole-command.mjs.

    whole_command.py table.csv K labels.csv

Reads the table, scales the features to mean 0 and standard deviation 1, runs k-means with ten starts and writes labels.
"""

import sys

import numpy as np
from sklearn.cluster import KMeans

path, k, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
values = np.loadtxt(path, delimiter=",", skiprows=1)
values = (values - values.mean(axis=0)) / values.std(axis=0)
labels = KMeans(k, n_init=10, random_state=1).fit_predict(values)
np.savetxt(out, labels, fmt="%d")
