// Writes docs/commands.md, the reference of the command line, from the help of the built commands: npm run reference.
// A test compares the two, so that the page stays true.

import { writeFileSync } from "node:fs";
import { commandReference } from "../dist/cli/commands.js";

writeFileSync(new URL("../docs/commands.md", import.meta.url), await commandReference());
