// Somebody named a task that cannot be had: mend the name, the path, or the module that it leads to.

export class TaskError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TaskError";
  }
}

/** A run or a folder names a module, and the user has not: name it, if its code is to be executed. */
export class UnnamedModuleError extends TaskError {
  constructor(path: string) {
    super(`the task is a module, ${path}, which is code: if it is to be executed, name it with -a PATH`);
    this.name = "UnnamedModuleError";
  }
}
