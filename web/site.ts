// The page of a static site: the same one, with its answers from the files beside it.

import "./site-source.ts";
import "./main.tsx";
