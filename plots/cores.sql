-- SPDX-License-Identifier: GPL-3.0-or-later
-- Throughput of each clock and that of its baseline, replication by replication: what `clocksim plot --plot cores` draws.
-- Where a clock ran several times on as many logical CPUs with as many threads a core, the last point counts.
WITH pair AS (
  SELECT
    CAST(cpus.si AS INTEGER) AS logical_cpus,
    run.clock AS clock,
    run.point AS point,
    run.replication AS replication,
    ours.value AS throughput,
    theirs.value AS baseline_throughput,
    point.baseline AS baseline,
    CAST(threads.si AS INTEGER) AS threads_per_core,
    max(run.point) OVER (PARTITION BY run.clock, cpus.si, threads.si) AS last_point,
    min(run.id) OVER (PARTITION BY run.clock, run.point) - min(run.id) OVER (PARTITION BY run.point) AS place
  FROM run
    JOIN point ON point.id = run.point
    JOIN run AS base ON base.point = run.point AND base.clock = point.baseline AND base.replication = run.replication
    JOIN metric AS ours ON ours.run = run.id AND ours.name = 'throughput_jobs_per_min'
    JOIN metric AS theirs ON theirs.run = base.id AND theirs.name = 'throughput_jobs_per_min'
    JOIN param AS cpus ON cpus.point = run.point AND cpus.key = 'machine.logical_cpus'
    JOIN param AS threads ON threads.point = run.point AND threads.key = 'machine.threads_per_core'
  WHERE run.clock <> point.baseline
)
SELECT
  logical_cpus, clock, throughput, baseline_throughput, baseline,
  (SELECT text FROM param WHERE param.point = pair.point AND key = 'machine.name') AS machine,
  (SELECT text FROM param WHERE param.point = pair.point AND key = 'kernel.name') AS kernel,
  (SELECT text FROM param WHERE param.point = pair.point AND key = 'workload.kind') AS workload,
  threads_per_core
FROM pair
WHERE point = last_point
ORDER BY logical_cpus, threads_per_core, place, clock, replication;
