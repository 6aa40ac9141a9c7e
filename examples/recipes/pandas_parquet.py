"""Cluster a pandas data frame: Parquet in (CSV if pyarrow is not installed), JSON back."""
import json
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pandas as pd


def cluster(frame: pd.DataFrame, clusters: int) -> pd.DataFrame:
    """The frame with the columns cluster and confidence."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table"
        if find_spec("pyarrow"):
            frame.to_parquet(path, index=False)
        else:
            frame.to_csv(path, index=False)
        done = subprocess.run(
            ["chorale", "cluster", str(path), "-k", str(clusters), "--json", "--quiet"],
            capture_output=True,
            text=True,
        )
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    result = json.loads(done.stdout)
    return frame.assign(cluster=result["labels"], confidence=result["confidence"])


iris = pd.read_csv("iris.csv")
found = cluster(iris.drop(columns="species"), clusters=3)
print(pd.crosstab(iris["species"], found["cluster"]))
