// What a worker thread runs on each line. The engine knows nothing of grading: a module opened in the
// thread says what a line's answer is, and the engine does the rest (order, errors, bytes).

/** One line of the input: a JSON object. */
export type Row = Record<string, unknown>;

export interface Answered {
  /** Members added to the line; one of the same name is replaced. Numbers are written as floats. */
  add: Row;
  /** The counter of the summary that this line raises by one. */
  count?: string;
  /** Figures of this line, which the summary adds up. */
  figures?: Record<string, number>;
  /** What the run must find out before the line's answer is final; the line is then answered again. */
  asks?: unknown;
}

/** @param told what the run found out about the questions of this block */
export type Handle = (row: Row, told?: unknown) => Answered | Promise<Answered>;

/** What a module given as `worker` exports. */
export interface LineModule {
  /**
   * Called once in each thread. What it throws ends the run; what the handle throws is the error of one line.
   */
  open(data: unknown): Handle | Promise<Handle>;
  /**
   * Members of a line whose answering had to be ended, where that is the fault of the line and so an answer to it;
   * `reason` is added. Without it, such a line fails.
   */
  endedOf?(data: unknown): Row | undefined;
  /** Members that a failed line gets beside `error`, so that every line has the same ones. */
  failed?: Row;
}
