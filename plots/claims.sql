-- SPDX-License-Identifier: GPL-3.0-or-later
-- The published rows that the stored scenarios name, and the machines they are held against.
SELECT DISTINCT
  claim.published_row AS published_row,
  claim.metric AS metric,
  machine.text AS machine,
  CAST(cpus.si AS INTEGER) AS logical_cpus,
  point.baseline AS baseline,
  CAST(sockets.si AS INTEGER) AS sockets,
  CAST(cores.si AS INTEGER) AS cores_per_socket,
  CAST(threads.si AS INTEGER) AS threads_per_core,
  point.sweep IS NOT NULL AS swept
FROM claim
  JOIN point ON point.scenario = claim.scenario
  JOIN param AS machine ON machine.point = point.id AND machine.key = 'machine.name'
  JOIN param AS cpus ON cpus.point = point.id AND cpus.key = 'machine.logical_cpus'
  JOIN param AS sockets ON sockets.point = point.id AND sockets.key = 'machine.sockets'
  JOIN param AS cores ON cores.point = point.id AND cores.key = 'machine.cores_per_socket'
  JOIN param AS threads ON threads.point = point.id AND threads.key = 'machine.threads_per_core'
ORDER BY logical_cpus, published_row, metric;
