-- SPDX-License-Identifier: GPL-3.0-or-later
-- Each clock of each point: replications, mean throughput with its standard deviation, mean loss, share of CPU time in clock reads.
SELECT
  point, machine, logical_cpus, clock,
  count(*) AS n,
  round(avg(throughput_jobs_per_min)) AS jobs_per_min,
  round(sqrt(max(0, avg(throughput_jobs_per_min * throughput_jobs_per_min)
                    - avg(throughput_jobs_per_min) * avg(throughput_jobs_per_min)) * count(*) / (count(*) - 1))) AS sd,
  round(avg(loss_percent), 2) AS loss_percent,
  round(avg(clock_read_share_percent), 2) AS read_share_percent
FROM results
WHERE status = 0
GROUP BY point, clock
ORDER BY point, min(run);
