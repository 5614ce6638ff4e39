// Names of the models that come with the package, and their folders.

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const packagedModels = ["policy", "prm"];

/** The folder of a model: of a packaged one by its name, or of any other by its path. */
export const modelFolderOf = (nameOrPath: string): string =>
  packagedModels.includes(nameOrPath)
    ? fileURLToPath(new URL(`../../models/${nameOrPath}`, import.meta.url))
    : resolve(nameOrPath);
