// Names of the models that come with the package, and where they stand.

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const packagedModels = ["policy", "prm"];

/** The folder that is meant: one of the package's own by its name alone, or any other by its path. */
export const modelFolderOf = (nameOrPath: string): string =>
  packagedModels.includes(nameOrPath)
    ? fileURLToPath(new URL(`../../models/${nameOrPath}`, import.meta.url))
    : resolve(nameOrPath);
