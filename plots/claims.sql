-- SPDX-License-Identifier: GPL-3.0-or-later
-- The published rows that the stored scenarios name, and the machines they are held against.
SELECT DISTINCT
  claim.published_row AS published_row,
  claim.metric AS metric,
  machine.text AS machine,
  CAST(cpus.si AS INTEGER) AS logical_cpus,
  point.baseline AS baseline
FROM claim
  JOIN point ON point.scenario = claim.scenario
  JOIN param AS machine ON machine.point = point.id AND machine.key = 'machine.name'
  JOIN param AS cpus ON cpus.point = point.id AND cpus.key = 'machine.logical_cpus'
ORDER BY logical_cpus, published_row, metric;
