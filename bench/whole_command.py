"""scikit-learn's KMeans as a whole program, as a partner of bench/whole-command.mjs.

    whole_command.py table.csv|table.npy K labels.csv

Reads the table as 32-bit numbers (.npy with NumPy, CSV with pandas), scales the features to mean 0 and standard deviation 1,
runs k-means with ten starts and writes labels.
"""

import sys

import numpy as np
from sklearn.cluster import KMeans

path, k, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
if path.endswith(".npy"):
    values = np.load(path)
else:
    import pandas as pd

    values = pd.read_csv(path).to_numpy(np.float32)
values = (values - values.mean(axis=0)) / values.std(axis=0)
labels = KMeans(k, n_init=10, random_state=1).fit_predict(values)
np.savetxt(out, labels, fmt="%d")
