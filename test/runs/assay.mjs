// The command line as it is built.

import { main } from "../../dist/bundle/main.js";

await main(process.argv.slice(2));
