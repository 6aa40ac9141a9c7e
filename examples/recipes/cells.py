# Clusterings of single cells, from Leiden with three resolutions, combined into one and written back to the file.
# With scanpy, `sc.tl.leiden(adata, resolution=r, key_added=...)` makes the columns; of Seurat, write the columns of
# `seurat@meta.data` with write.csv and pass that file instead of the .h5ad.
import subprocess

import anndata
import igraph
import leidenalg
import numpy as np
import pandas as pd

random = np.random.default_rng(1)
groups = random.integers(0, 3, 300)
x = random.normal(size=(300, 20)) + 4 * np.eye(3, 20)[groups]
cells = anndata.AnnData(x, obs=pd.DataFrame(index=[f"cell{i}" for i in range(300)]), dtype=np.float32)

# The 15 nearest cells of every cell, as scanpy's neighbors.
distances = ((x[:, None] - x[None]) ** 2).sum(axis=2)
nearest = np.argsort(distances, axis=1)[:, 1:16]
graph = igraph.Graph([(i, int(j)) for i in range(300) for j in nearest[i]])
for resolution in [0.3, 0.6, 1.2]:
    parts = leidenalg.find_partition(
        graph, leidenalg.RBConfigurationVertexPartition, resolution_parameter=resolution, seed=1
    )
    cells.obs[f"leiden_{resolution}"] = pd.Categorical([str(part) for part in parts.membership])
cells.write_h5ad("cells.h5ad")

command = "chorale consensus cells.h5ad --columns leiden_* -k 3 -o clusters.csv --quiet"
subprocess.run(command.split(), check=True, stdout=subprocess.DEVNULL)
cells.obs = cells.obs.join(pd.read_csv("clusters.csv", index_col="id", dtype={"id": str}))
print(pd.crosstab(cells.obs["cluster"], groups).max(axis=1).sum(), "of 300 cells with their group")
