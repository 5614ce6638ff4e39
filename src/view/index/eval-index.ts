// The index of one evaluation: facts from the journal, verdicts, and figures. It is stored in two parts, so that only
// the second is made again after regrading, and it follows a run that grows.

import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { emptyWords } from "../../outgoing/empty-completions.ts";
import { openRunFile } from "../../runs/grading/grade-run.ts";
import { verdictsFileName } from "../../runs/grading/verdicts-file.ts";
import type { TaskMetrics } from "../../runs/metrics.ts";
import { type RunFile, samplesFileName } from "../../runs/run-file.ts";
import { versions } from "../../runs/versions.ts";
import { codeOf } from "../sample-table.ts";
import { CachedPart } from "./cache-folder.ts";
import type { Grading } from "./grading.ts";
import { type Facts, failureVerdict, figuresOf, noFacts, readOn } from "./journal-facts.ts";
import { Following, journalAt, linesAt } from "./journal-lines.ts";
import {
  type GraderLine,
  type KeptFacts,
  type KeptVerdicts,
  keepFacts,
  keepVerdicts,
  readVerdicts,
  restoreFacts,
  restoreVerdicts,
} from "./kept-index.ts";

const { assay } = versions();

export class EvalIndex extends Following {
  run: RunFile | undefined;
  facts: Facts = noFacts();
  grader: GraderLine | undefined;
  /** A new value means that all verdicts were made again. */
  generation = "";
  /** Changes with everything that a page shows. */
  revision = 0;
  /** Why verdicts cannot be made, if none are stored. */
  gradingFailure: string | undefined;
  private figures: { of: number; value: Record<string, TaskMetrics> } | undefined;
  private journalStamp = "";
  /** The verdicts file that was read; empty if there is none. */
  private seen = "";
  private keptBytes = 0;
  private readonly factsPart: CachedPart<KeptFacts>;
  private readonly verdictsPart: CachedPart<KeptVerdicts>;

  constructor(
    readonly folder: string,
    cache: string,
    private readonly grading: Grading,
    private readonly onChange: () => void,
  ) {
    super();
    this.factsPart = new CachedPart(cache, folder, "facts");
    this.verdictsPart = new CachedPart(cache, folder, "verdicts");
  }

  get table() {
    return this.facts.table;
  }

  /** Computed once for each state of the verdicts. */
  measure(): Record<string, TaskMetrics> {
    if (this.figures?.of !== this.revision) {
      this.figures = { of: this.revision, value: figuresOf(this.facts, this.run!) };
      if (this.isGraded) void this.keepVerdicts();
    }
    return this.figures.value;
  }

  /** Problems with the run's files, with advice. */
  get notes(): string[] {
    const failure = this.gradingFailure;
    const ungraded = `samples without a verdict cannot be graded here: ${failure}; 'assay view' finds the tasks of the assay.config.* in the folder where it is started`;
    return [...this.facts.notes.map(({ message }) => message), ...(failure === undefined ? [] : [ungraded])];
  }

  /** Unusual facts about the completions. */
  get remarks(): string[] {
    return [...this.facts.usage].flatMap(([task, { empty, completions }]) =>
      empty.completions > 0 ? [`${task}: ${emptyWords(empty, completions)}`] : [],
    );
  }

  /** Whether every sample has its verdict. */
  get isGraded(): boolean {
    return !this.table.state.view().includes(codeOf("ungraded"));
  }

  protected async readNew(): Promise<void> {
    this.run = await openRunFile(this.folder);
    const path = join(this.folder, samplesFileName);
    const journal = await journalAt(path);
    const stamp = journal ? `${journal.dev}:${journal.ino}` : "";
    if (stamp !== this.journalStamp || (journal && journal.size < this.facts.bytes))
      await this.restart(path, stamp);
    const grew = journal !== undefined && journal.size > this.facts.bytes && (await readOn(this.facts, path));
    const changed = await this.readVerdicts(grew);
    if (!grew && !changed) return;
    this.revision++;
    if (this.facts.bytes - this.keptBytes > worthKeeping(this.keptBytes)) {
      this.keptBytes = this.facts.bytes;
      await this.factsPart.write(this.journalStamp, await keepFacts(this.facts, path));
    }
    this.onChange();
  }

  private async restart(path: string, stamp: string): Promise<void> {
    this.journalStamp = stamp;
    this.seen = "not looked for";
    const kept = stamp === "" ? undefined : await this.factsPart.read(stamp);
    this.facts = (kept && (await restoreFacts(kept, path))) ?? noFacts();
    this.keptBytes = this.facts.bytes;
  }

  /**
   * Verdicts from the file if there is one; missing ones are graded in a thread. Returns whether any were read again.
   */
  private async readVerdicts(grew: boolean): Promise<boolean> {
    const path = join(this.folder, verdictsFileName);
    const file = await stat(path).catch(() => undefined);
    const stamp = file ? `${file.ino}:${file.size}:${file.mtimeMs}` : "";
    const isNew = stamp !== this.seen;
    if (isNew) {
      this.seen = stamp;
      this.generation = createHash("sha256")
        .update(`${this.journalStamp} ${stamp}`)
        .digest("hex")
        .slice(0, 12);
      this.table.forgetVerdicts();
      const kept = await this.verdictsPart.read(this.verdictsStamp());
      if (kept) {
        this.grader = restoreVerdicts(this.table, kept);
        this.figures = kept.figures && { of: this.revision + 1, value: kept.figures };
      } else this.grader = stamp === "" ? undefined : await readVerdicts(this.table, path, this.run!.grader);
    }
    for (const [row, message] of this.facts.failures) {
      if (this.table.state.at(row) === 0) this.table.setVerdict(row, failureVerdict(message));
    }
    if (isNew || grew) this.gradeRest();
    return isNew;
  }

  /** Verdicts belong to exactly these lines of the journal, and figures to this version of the program. */
  private verdictsStamp(): string {
    return `${assay} ${this.journalStamp} ${this.facts.bytes} ${this.seen}`;
  }

  private gradeRest(): void {
    const rows: number[] = [];
    this.table.state.view().forEach((state, row) => {
      if (state === 0 && this.table.isCurrent(row)) rows.push(row);
    });
    if (rows.length === 0 || this.gradingFailure !== undefined) return;
    const { generation, facts } = this;
    const lines = new Map(rows.map((row) => [facts.lineStart.at(row), facts.lineLength.at(row)]));
    this.grading.grade(this.folder, this.run!, [...lines], {
      onVerdicts: (verdicts) => {
        if (this.generation !== generation || this.facts !== facts) return;
        for (const { task, problem, sample, verdict } of verdicts) {
          const place = this.table.findProblem(task, problem);
          const row = place === undefined ? undefined : this.table.rows[place]!.get(sample);
          if (row !== undefined && this.table.state.at(row) === 0) this.table.setVerdict(row, verdict);
        }
        this.revision++;
        this.onChange();
      },
      onFailure: (message) => {
        this.gradingFailure = message;
        this.revision++;
        this.onChange();
      },
    });
  }

  private keepVerdicts(): Promise<void> {
    return this.verdictsPart.write(
      this.verdictsStamp(),
      keepVerdicts(this.table, this.grader, this.figures?.value),
    );
  }

  /** The journal's record with a row's sample. @throws if the journal has changed */
  async recordOf(row: number): Promise<unknown> {
    const place = { start: this.facts.lineStart.at(row), length: this.facts.lineLength.at(row) };
    const [record] = await linesAt(join(this.folder, samplesFileName), [place]);
    return record;
  }
}

/** Small runs are read faster than their index. */
const worthKeeping = (kept: number): number => Math.max(1 << 20, kept / 10);
