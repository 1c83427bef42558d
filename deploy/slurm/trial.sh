#!/bin/bash
# A cluster of this one machine, to see that the scripts beside this one keep their word (Debian: slurm-wlm munge; as root,
# where no Slurm runs yet): an array of 3 shards, one task killed while it draws and queued again, merged, and every byte
# held against a run without shards. `npm run soak:slurm`; exit 1 if anything differs.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$(dirname "$here")")
for program in slurmctld slurmd munged sbatch; do
  if ! command -v "$program" >/dev/null; then
    echo "SKIP Slurm: $program is not installed (Debian: apt-get install slurm-wlm munge)"
    exit 0
  fi
done
if [ "$(id -u)" != 0 ] || scontrol ping >/dev/null 2>&1; then
  echo 'SKIP Slurm: needs root, on a machine where no Slurm runs'
  exit 0
fi

work=$(mktemp -d /tmp/spatialtunnel-slurm.XXXXXX)
chmod 755 "$work"
started=()
cleanup() {
  code=$?
  # The last started ends first.
  for ((i = ${#started[@]} - 1; i >= 0; i--)); do kill "${started[i]}" 2>/dev/null || true; done
  wait || true
  if [ "$code" = 0 ]; then rm -rf "$work"; else echo "left for a look: $work"; fi
}
trap cleanup EXIT

munge=$work/munge
mkdir -m 700 "$munge"
head -c 1024 /dev/urandom >"$munge/key"
chmod 600 "$munge/key"
munged --foreground --force --socket="$munge/socket" --key-file="$munge/key" --pid-file="$munge/pid" \
  --log-file="$munge/log" --seed-file="$munge/seed" >"$work/munged.out" 2>&1 &
started+=($!)

mkdir "$work/state" "$work/spool"
host=$(hostname -s)
cat >"$work/slurm.conf" <<CONF
ClusterName=trial
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$munge/socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
JobRequeue=1
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=8000 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$work/slurm.conf
slurmctld -D >"$work/slurmctld.out" 2>&1 &
started+=($!)
slurmd -D >"$work/slurmd.out" 2>&1 &
started+=($!)
for ((i = 0; i < 60; i++)); do
  if [ "$(sinfo --noheader --format=%t 2>/dev/null)" = idle ]; then break; fi
  sleep 0.5
done
sinfo

export SPATIALTUNNEL="node $root/dist/cli.js"
suite=$root/scenes/grid.json out=$work/out shards=3 limit=256
read -r _ array _ merge < <("$here/submit.sh" "$suite" "$out" "$shards" --limit "$limit" | tr -d ,)
rows() { cat "$out"/shards/2/.run/groups/*.jsonl 2>/dev/null | wc -l; }
until [ "$(rows)" -gt 1 ]; do
  [ ! -e "$out/shards/2/dataset.json" ] || { echo 'task 2 was done before it could be killed'; exit 1; }
  sleep 0.02
done
scancel --signal=KILL --full "${array}_2"
done_before=$(rows)
echo "killed task 2 after $done_before rows of its journal"
until scontrol --oneliner show job "${array}_2" | grep -qE 'JobState=(FAILED|CANCELLED|NODE_FAIL)'; do sleep 0.2; done
# The merge that waited for the first try is given up by Slurm, as it should be.
scancel "$merge" 2>/dev/null || true
scontrol requeue "${array}_2"
# Requeued jobs wait two minutes unless told otherwise.
scontrol update JobId="${array}_2" StartTime=now 2>/dev/null || true
until [ -z "$(squeue --noheader --array)" ]; do sleep 0.5; done
[ ! -e "$out/dataset" ] || { echo 'merged before all shards were there'; exit 1; }
sbatch --wait --output="$out/logs/merge.log" "$here/merge.sh" "$out" "$shards"
cat "$out/logs/merge.log"

node "$root/dist/cli.js" render "$suite" --out "$out/whole" --limit "$limit" --workers 1 2>/dev/null
# dataset.json names the times; the report is a view.
diff --recursive --brief --exclude=dataset.json --exclude=report.html "$out/whole" "$out/dataset"
files=$(find "$out/dataset" -type f ! -name dataset.json ! -name report.html | wc -l)
echo "ok: killed after $done_before rows, queued again, merged; $files files as in one run"
