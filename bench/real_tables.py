"""The tables of scikit-learn as CSV files without their classes, for bench/real-tables.mjs: python3 real_tables.py FOLDER"""
import sys

import sklearn.datasets

for name in ("iris", "wine", "breast_cancer", "diabetes", "digits", "linnerud"):
    found = getattr(sklearn.datasets, f"load_{name}")(as_frame=True)
    table = found.frame if name == "linnerud" else found.data
    table.to_csv(f"{sys.argv[1]}/sklearn_{name}.csv", index=False)
