// The page of a static site: the same page, with its answers from the files next to it.

import "./site-source.ts";
import "./main.tsx";
