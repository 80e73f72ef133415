"""The colours of figures; widgets and pages have the same (`head_colours.js`, `tokens.css`)."""

# Okabe and Ito's, those first that stand out by 3:1 on white and on a dark page: head 0, head 1, …
HEAD_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
BLUE, VERMILLION, GREEN = HEAD_COLOURS[:3]
YELLOW = "#F0E442"  # lost on white, unless something stands on it
