"""Cluster a CSV file from Python, with the standard library only."""
import json
import subprocess


def chorale(*args: str) -> dict:
    """Runs the command line and returns its JSON output."""
    done = subprocess.run(["chorale", *args, "--json", "--quiet"], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())  # one line that explains the problem
    return json.loads(done.stdout)


result = chorale("cluster", "iris.csv", "--truth", "species")
print(result["clusterCount"], "clusters, stability", round(result["review"]["halfAgreement"], 2))
for cluster in result["clusters"]:
    print(cluster["cluster"], cluster["size"], round(cluster["confidence"], 2), cluster["differences"][0]["name"])
for warning in result["warnings"]:
    print("warning:", warning)
