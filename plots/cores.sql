-- SPDX-License-Identifier: GPL-3.0-or-later
-- Throughput of each clock and that of its baseline, replication by replication: what `clocksim plot --plot cores` draws.
-- Where a clock ran several times on as many logical CPUs, the last point counts.
WITH pair AS (
  SELECT
    CAST(cpus.si AS INTEGER) AS logical_cpus,
    run.clock AS clock,
    run.point AS point,
    run.replication AS replication,
    ours.value AS throughput,
    theirs.value AS baseline_throughput,
    point.baseline AS baseline,
    max(run.point) OVER (PARTITION BY run.clock, cpus.si) AS last_point,
    min(run.id) OVER (PARTITION BY run.clock, run.point) - min(run.id) OVER (PARTITION BY run.point) AS place
  FROM run
    JOIN point ON point.id = run.point
    JOIN run AS base ON base.point = run.point AND base.clock = point.baseline AND base.replication = run.replication
    JOIN metric AS ours ON ours.run = run.id AND ours.name = 'throughput_jobs_per_min'
    JOIN metric AS theirs ON theirs.run = base.id AND theirs.name = 'throughput_jobs_per_min'
    JOIN param AS cpus ON cpus.point = run.point AND cpus.key = 'machine.logical_cpus'
  WHERE run.clock <> point.baseline
)
SELECT
  logical_cpus, clock, throughput, baseline_throughput, baseline,
  (SELECT text FROM param WHERE param.point = pair.point AND key = 'machine.name') AS machine,
  (SELECT text FROM param WHERE param.point = pair.point AND key = 'kernel.name') AS kernel,
  (SELECT text FROM param WHERE param.point = pair.point AND key = 'workload.kind') AS workload
FROM pair
WHERE point = last_point
ORDER BY logical_cpus, place, clock, replication;
