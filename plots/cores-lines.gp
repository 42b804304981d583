# SPDX-License-Identifier: GPL-3.0-or-later
# Lines for many numbers of CPUs: one per clock and threads a core (two threads: dashed), with its band; what was measured;
# and where each line first loses as much as the threshold.
set bmargin at screen 0.14
set rmargin at screen 0.775
shown(v) = sprintf('%.1f', abs(v) < 0.05 ? 0 : v)
stats $simulated using 3 name 'CPUS' nooutput
stats $simulated using ($4 - $5) name 'LOW' nooutput
set yrange [(LOW_min < -1 ? LOW_min * 1.1 : 0) : 100]
if (CPUS_max > 8 * CPUS_min) {
    set logscale x 2
    set xrange [CPUS_min / 1.08 : CPUS_max * 1.22]
} else {
    set xrange [CPUS_min - (CPUS_max - CPUS_min) * 0.04 : CPUS_max + (CPUS_max - CPUS_min) * 0.08]
}
set xlabel 'logical CPUs' offset 0, 0.3 textcolor rgb ink font small
set ylabel 'throughput lost against '.baseline.' (%)' offset 1, 0 noenhanced textcolor rgb ink font small
# a tic for each size, those that were measured first, unless it would touch another
share(x) = CPUS_max > 8 * CPUS_min ? log(x / CPUS_min) / log(CPUS_max / CPUS_min) : (x - CPUS_min) / (CPUS_max - CPUS_min)
set xtics () nomirror scale 0 textcolor rgb pale font small
array tic[groups]
tics = 0
do for [pass = 0 : 1] {
    do for [g = 1 : groups] {
        free = pass == 1 || is_measured[g]
        do for [i = 1 : tics] {
            free = free && abs(share(size[g] * 1.0) - share(tic[i] * 1.0)) > 0.04
        }
        if (free) {
            set xtics add (sprintf('%d', size[g]) size[g])
            tics = tics + 1
            tic[tics] = size[g]
        }
    }
}
set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead linecolor rgb ink linewidth 1.4 back
set arrow 2 from graph 0, first threshold to graph 1, first threshold nohead linecolor rgb pale linewidth 1 dashtype 3 back
# the legend: each clock with its knees
left = 0.795
pitch = clocks > 6 ? 0.5 / clocks : 0.083
top = 0.79
unset key
set label 20 sprintf('○ CPUs where %g %% are lost', threshold) at screen left, screen top + 0.037 left textcolor rgb pale font small
set label 21 (one_thread && two_threads ? 'with one | two threads a core' : '') at screen left, screen top left textcolor rgb pale font small
row(k) = top - 0.05 - (k - 1) * pitch
do for [k = 1 : clocks] {
    set arrow 100 + k from screen left, screen row(k) to screen left + 0.025, screen row(k) nohead linecolor rgb colour_of(k) linewidth (covered[k] ? 5 : 2.5)
    set label 200 + k clock[k] at screen left + 0.033, screen row(k) left noenhanced textcolor rgb ink font body
    set label 300 + k knee[k] at screen left + 0.033, screen row(k) - 0.036 left noenhanced textcolor rgb pale font small
}
bottom = row(clocks + 1) - 0.015
if (one_thread && two_threads) {
    set arrow 401 from screen left, screen bottom to screen left + 0.025, screen bottom nohead linecolor rgb ink linewidth 2
    set label 402 'one thread a core' at screen left + 0.033, screen bottom left textcolor rgb ink font small
    # an arrow's own dashes are not drawn by every terminal
    do for [i = 0 : 1] {
        set arrow 403 + 10 * i from screen left + 0.0145 * i, screen bottom - 0.042 to screen left + 0.0145 * i + 0.0105, screen bottom - 0.042 nohead linecolor rgb ink linewidth 2
    }
    set label 404 'two threads a core' at screen left + 0.033, screen bottom - 0.042 left textcolor rgb ink font small
}
# a line that another would hide is wider and lies beneath it
width(k) = covered[k] ? 5 : 2
set style textbox opaque noborder fillcolor rgb 'white' margins 0.3, 0.2
across(x, y) = x == CPUS_max ? 1.1 : y > 8 ? 0.7 : -3.4
above(x, y) = x == CPUS_max ? 0 : y > 8 ? -0.85 : 0.75
plot for [t = 1 : 2] for [k = 1 : clocks] $simulated using 3:($2 == k && $6 == t ? $4 - $5 : NaN):($4 + $5) with filledcurves fillstyle transparent solid 0.18 noborder linecolor rgb colour_of(k) notitle, \
     for [k = 1 : clocks] $simulated using 3:($2 == k && $6 == 2 ? $4 : NaN) with lines linewidth width(k) dashtype (6, 4) linecolor rgb colour_of(k) notitle, \
     for [k = 1 : clocks] $simulated using 3:($2 == k && $6 == 1 ? $4 : NaN) with lines linewidth width(k) linecolor rgb colour_of(k) notitle, \
     for [k = 1 : clocks] $simulated using 3:($2 == k ? $4 : NaN) with points pointtype 7 pointsize (covered[k] ? 0.65 : 0.45) linecolor rgb colour_of(k) notitle, \
     for [k = 1 : clocks] $knees using 3:($1 == k ? threshold : NaN) with points pointtype 7 pointsize 1.0 linecolor rgb 'white' notitle, \
     for [k = 1 : clocks] $knees using 3:($1 == k ? threshold : NaN) with points pointtype 6 pointsize 1.0 linewidth 2 linecolor rgb colour_of(k) notitle, \
     $measured using 3:4 with points pointtype 13 pointsize 1.3 linecolor rgb 'white' notitle, \
     for [k = 1 : clocks] $measured using 3:($2 == k ? $4 : NaN) with points pointtype 12 pointsize 1.3 linewidth 2 linecolor rgb ink notitle, \
     for [i = 1 : measured_count] $measured every ::i - 1::i - 1 using 3:4:('{/:Italic '.shown($4).'}') with labels left offset across(value_x[i], value_y[i]), above(value_x[i], value_y[i]) boxed textcolor rgb ink font body notitle
