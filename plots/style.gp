# SPDX-License-Identifier: GPL-3.0-or-later
# What all pictures share. Names that come from users are set with `noenhanced`.
# Okabe and Ito's palette, which colour-blind readers can tell apart too.
array colour[7] = ['#D55E00', '#E69F00', '#0072B2', '#009E73', '#CC79A7', '#56B4E9', '#000000']
colour_of(k) = colour[(k - 1) % 7 + 1]
ink = '#222222'
pale = '#666666'
small = 'sans-serif,13'
body = 'sans-serif,14'
strong = 'sans-serif,15'
headline = 'sans-serif,19'
set border 0
set grid ytics linecolor rgb '#dddddd' linewidth 1 linetype 1
set ytics nomirror scale 0 textcolor rgb pale font small
set lmargin at screen 0.085
set rmargin at screen 0.975
set tmargin at screen 0.82
set label 1 '{/:Bold '.title.'}' at screen 0.03, screen 0.935 left textcolor rgb ink font headline
set label 2 details at screen 0.03, screen 0.877 left noenhanced textcolor rgb pale font small
