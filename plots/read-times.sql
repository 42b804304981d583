-- SPDX-License-Identifier: GPL-3.0-or-later
-- How long clocksource reads take: quantiles over all replications, from the upper ends of the histogram's buckets.
WITH bucket AS (
  SELECT run.point AS point, run.clock AS clock, to_ps, sum(count) AS reads
  FROM hist JOIN run ON run.id = hist.run
  WHERE hist.name = 'clock_read'
  GROUP BY run.point, run.clock, to_ps
), cumulated AS (
  SELECT
    point, clock, to_ps,
    sum(reads) OVER (PARTITION BY point, clock ORDER BY to_ps) AS below,
    sum(reads) OVER (PARTITION BY point, clock) AS reads
  FROM bucket
)
SELECT
  point, clock, reads,
  min(to_ps) FILTER (WHERE below >= 0.5 * reads) / 1000.0 AS p50_ns,
  min(to_ps) FILTER (WHERE below >= 0.9 * reads) / 1000.0 AS p90_ns,
  min(to_ps) FILTER (WHERE below >= 0.99 * reads) / 1000.0 AS p99_ns,
  max(to_ps) / 1000.0 AS greatest_ns
FROM cumulated
GROUP BY point, clock;
