-- SPDX-License-Identifier: GPL-3.0-or-later
-- Where the CPUs' time went: cells of the books in percent of all CPU time, averaged over replications, largest first.
WITH cell AS (
  SELECT run.point AS point, run.clock AS clock, context, place, cause, sum(ps) AS ps
  FROM book JOIN run ON run.id = book.run
  GROUP BY run.point, run.clock, context, place, cause
)
SELECT
  point, clock, context, place, cause,
  round(100.0 * ps / sum(ps) OVER (PARTITION BY point, clock), 3) AS percent
FROM cell
ORDER BY point, clock, percent DESC;
