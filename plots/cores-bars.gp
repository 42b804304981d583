# SPDX-License-Identifier: GPL-3.0-or-later
# Bars for a few machines: a group each, a bar per clock, what was measured beside it.
named = clocks * groups <= 9
# many bars stand narrower, with what was measured half-way to the next: their numbers must not meet
width = named ? 0.56 : 0.44
pitch = clocks + 0.7
slot(g, k) = (g - 1) * pitch + k
bar(g, k) = slot(g, k) - (measured_count > 0 ? (named ? 0.14 : 0.2) : 0)
diamond(g, k) = slot(g, k) + (named ? 0.32 : 0.3)
middle(g) = (bar(g, 1) + bar(g, clocks)) / 2.0
shown(v) = sprintf('%.1f', abs(v) < 0.05 ? 0 : v)
set bmargin at screen (named ? 0.20 : 0.145)
stats $simulated using ($4 + $5) name 'HIGH' nooutput
stats $simulated using ($4 - $5) name 'LOW' nooutput
high = HIGH_max > 1 ? HIGH_max : 1
if (measured_count > 0) {
    stats $measured using 4 name 'MEASURED' nooutput
    high = MEASURED_max > high ? MEASURED_max : high
}
set yrange [(LOW_min < 0 ? LOW_min * 1.1 : 0) : high * 1.14]
set xrange [0.3 : slot(groups, clocks) + 0.7]
set ylabel 'throughput lost against '.baseline.' (%)' offset 1, 0 noenhanced textcolor rgb ink font small
unset xtics
set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead linecolor rgb ink linewidth 1.4 front
unset key
if (!named) {
    set rmargin at screen 0.80
    set key at screen 0.815, screen 0.82 left top Left reverse samplen 1.5 spacing 1.2 noenhanced textcolor rgb ink font small
}
do for [g = 1 : groups] {
    set label 10 * g '{/:Bold '.cpus[g].'}' at middle(g), screen 0.085 center textcolor rgb ink font strong
    set label 10 * g + 1 machine[g] at middle(g), screen 0.04 center noenhanced textcolor rgb pale font small
    do for [k = 1 : named ? clocks : 0] {
        set label 1000 + g * clocks + k clock[k] at bar(g, k), screen 0.155 center noenhanced textcolor rgb ink font body
    }
}
plot for [k = 1 : clocks] $simulated using (bar($1, $2)):($2 == k ? $4 : NaN):(width) with boxes fillstyle solid noborder linecolor rgb colour_of(k) title clock[k], \
     $simulated using (bar($1, $2)):($5 > 0 ? $4 - $5 : NaN):(0):(2 * $5) with vectors heads size graph 0.006, 90 linewidth 1.6 linecolor rgb ink notitle, \
     $simulated using (bar($1, $2)):($4 < 0 ? 0 : $4 + $5):(shown($4)) with labels offset 0, 0.75 textcolor rgb ink font (named ? body : small) notitle, \
     $measured using (diamond($1, $2)):4 with points pointtype 12 pointsize 1.4 linewidth 2 linecolor rgb ink title 'measured', \
     $measured using (diamond($1, $2)):4:('{/:Italic '.shown($4).'}') with labels offset 0, 0.95 textcolor rgb ink font (named ? body : small) notitle
