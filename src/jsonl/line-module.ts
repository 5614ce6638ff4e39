// What a worker thread does with each line. The engine does not know about grading: a module that is loaded in the
// thread computes the answer of a line, and the engine does the rest (order, errors, bytes).

/** One line of the input: a JSON object. */
export type Row = Record<string, unknown>;

export interface Answered {
  /** Members added to the line; one of the same name is replaced. Numbers are written as floats. */
  add: Row;
  /** The counter of the summary that this line increases. */
  count?: string;
  /** Figures of this line, which the summary adds up. */
  figures?: Record<string, number>;
  /** Questions that the run must answer before the line's answer is final; the line is then answered again. */
  asks?: unknown;
}

/** @param told the answers to the questions of this block */
export type Handle = (row: Row, told?: unknown) => Answered | Promise<Answered>;

/** The exports of a module given as `worker`. */
export interface LineModule {
  /**
   * Called once in each thread. An error that it throws ends the run; an error that the handle throws fails one line.
   */
  open(data: unknown): Handle | Promise<Handle>;
  /**
   * Members of a line whose processing had to be stopped, if that counts as an answer; `reason` is added. Without it,
   * such a line fails.
   */
  endedOf?(data: unknown): Row | undefined;
  /** Members that a failed line gets beside `error`, so that every line has the same ones. */
  failed?: Row;
}
