# SPDX-License-Identifier: GPL-3.0-or-later
# Lines for many numbers of CPUs: one per clock, with its band, and what was measured.
set bmargin at screen 0.14
set rmargin at screen 0.80
stats $simulated using 3 name 'CPUS' nooutput
stats $simulated using ($4 + $5) name 'HIGH' nooutput
stats $simulated using ($4 - $5) name 'LOW' nooutput
high = HIGH_max > 1 ? HIGH_max : 1
if (measured_count > 0) {
    stats $measured using 4 name 'MEASURED' nooutput
    high = MEASURED_max > high ? MEASURED_max : high
}
set yrange [(LOW_min < 0 ? LOW_min * 1.1 : 0) : high * 1.06]
if (CPUS_max > 8 * CPUS_min) {
    set logscale x 2
    set xrange [CPUS_min / 1.15 : CPUS_max * 1.15]
} else {
    set xrange [CPUS_min - (CPUS_max - CPUS_min) * 0.04 : CPUS_max + (CPUS_max - CPUS_min) * 0.04]
}
set xlabel 'logical CPUs' textcolor rgb ink font small
set ylabel 'throughput lost against '.baseline.' (%)' offset 1, 0 noenhanced textcolor rgb ink font small
set xtics nomirror scale 0 textcolor rgb pale font small
set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead linecolor rgb ink linewidth 1.4 back
set key at screen 0.815, screen 0.82 left top Left reverse samplen 2 spacing 1.2 noenhanced textcolor rgb ink font small
plot for [k = 1 : clocks] $simulated using 3:($2 == k ? $4 - $5 : NaN):($4 + $5) with filledcurves fillstyle transparent solid 0.18 noborder linecolor rgb colour_of(k) notitle, \
     for [k = 1 : clocks] $simulated using 3:($2 == k ? $4 : NaN) with linespoints pointtype 7 pointsize 0.7 linewidth 2 linecolor rgb colour_of(k) title clock[k], \
     $measured using 3:4 with points pointtype 12 pointsize 1.5 linewidth 2 linecolor rgb ink title 'measured'
