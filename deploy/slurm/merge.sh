#!/bin/bash
#SBATCH --job-name=spatialtunnel-merge
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
#SBATCH --time=04:00:00
# All shards as one dataset, every file checked: sbatch merge.sh OUT N
set -euo pipefail
out=$1 shards=$2
read -ra tool <<<"${SPATIALTUNNEL:-spatialtunnel}"
mapfile -t parts < <(seq -f "$out/shards/%.0f" "$shards")
exec "${tool[@]}" merge "${parts[@]}" --out "$out/dataset"
