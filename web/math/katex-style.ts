// KaTeX's style and fonts, in a piece of their own that is loaded with the first formula.

import "katex/dist/katex.min.css";
