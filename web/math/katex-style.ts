// KaTeX's style and fonts, in a separate chunk that is loaded with the first formula.

import "katex/dist/katex.min.css";
