// The command line as it is built; its service is not prepared for speed, which would take most of a test's time.

import { main } from "../../dist/bundle/main.js";

const [name, ...words] = process.argv.slice(2);
await main(name === "serve" ? [name, "--warm-up", "0", ...words] : [name, ...words]);
