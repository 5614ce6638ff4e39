// A model that cannot be what it was taken for: a missing key, a path that holds none, answers of another kind.

/** The model cannot be opened as it is described: mend the description that the message names. */
export class ModelError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ModelError";
  }
}
