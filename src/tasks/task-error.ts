// Somebody named a task that cannot be had: mend the name, the path, or the module that it leads to.

export class TaskError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TaskError";
  }
}
