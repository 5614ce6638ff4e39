// The named task cannot be opened: correct the name, the path, or the module.

import { ExpectedError } from "../errors/expected-error.ts";

export class TaskError extends ExpectedError {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "TaskError";
  }
}

/** A run or a folder names a module that the user has not named: name it, if its code is to be executed. */
export class UnnamedModuleError extends TaskError {
  constructor(path: string) {
    super(`the task is a module, ${path}, which is code: to execute it, name it with -a PATH`);
    this.name = "UnnamedModuleError";
  }
}
