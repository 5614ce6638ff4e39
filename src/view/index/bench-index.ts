// The index of a ProcessBench run: the judgements of each sample without the judge's replies, and the positions of its
// lines in the journal. The figures are those of the command line.

import { join } from "node:path";
import { StorageError } from "../../jsonl/errors.ts";
import { type BenchFigures, benchFigures } from "../../processbench/bench-figures.ts";
import { type BenchFile, readBenchFile } from "../../processbench/bench-file.ts";
import { type Given, type Judged, Judgements } from "../../processbench/judged.ts";
import { type Outcome, outcomeOf, type Rule } from "../../processbench/outcome.ts";
import type { UnitRecord } from "../../runs/engine/unit.ts";
import { samplesFileName } from "../../runs/run-file.ts";
import { FollowingFile, type LinePlace, linesAt } from "./journal-lines.ts";

export interface IndexedSample {
  id: string;
  label: number;
  /** Empty texts: only their number is used here. */
  steps: string[];
  statement: string;
  wrong?: readonly number[] | undefined;
}

/** Steps may be judged before the line that contains the sample itself. */
interface Entry {
  places: LinePlace[];
  sample?: IndexedSample;
}

export interface JudgedSample {
  given: Given;
  judged: Judged;
  outcome: Outcome;
}

const shownWords = 160;

export class BenchIndex extends FollowingFile {
  run: BenchFile | undefined;
  private entries = new Map<string, Map<string, Entry>>();
  private judgements = new Judgements();
  private made: { figures: BenchFigures; rule: Rule } | undefined;

  constructor(readonly folder: string) {
    super();
  }

  /** Computed once for each state of the journal. */
  get figures(): BenchFigures {
    return this.measured().figures;
  }

  *outcomes(): Generator<{ subset: string; sample: IndexedSample; outcome: Outcome; judged: Judged }> {
    const { rule } = this.measured();
    for (const subset of this.entries.keys()) {
      for (const sample of this.samplesOf(subset)) {
        const judged = this.judgements.of(subset, sample.id);
        yield { subset, sample, judged, outcome: outcomeOf(sample, judged, rule) };
      }
    }
  }

  /** A sample with its texts and the judge's replies. Undefined if there is none. */
  async read(subset: string, id: string): Promise<JudgedSample | undefined> {
    const entry = this.entries.get(subset)?.get(id);
    if (!entry?.sample) return undefined;
    const judgements = new Judgements(true);
    for (const value of await linesAt(join(this.folder, samplesFileName), entry.places))
      judgements.add(value as UnitRecord);
    const judged = judgements.of(subset, id);
    if (!judged.given) return undefined;
    return { given: judged.given, judged, outcome: outcomeOf(entry.sample, judged, this.measured().rule) };
  }

  private samplesOf(subset: string): IndexedSample[] {
    return [...(this.entries.get(subset)?.values() ?? [])].flatMap(({ sample }) => sample ?? []);
  }

  private measured() {
    const { run, judgements } = this;
    this.made ??= benchFigures(
      run!.config,
      Object.keys(run!.data).map((name) => ({ name, samples: this.samplesOf(name) })),
      judgements,
      run!.data,
    );
    return this.made;
  }

  protected async readNew(): Promise<void> {
    this.run = await readBenchFile(this.folder);
    if (!this.run) throw new StorageError(`${this.folder}: the run no longer exists`);
    const { isNew } = await this.readOn(join(this.folder, samplesFileName));
    if (isNew) this.made = undefined;
  }

  protected restart(): void {
    this.entries = new Map();
    this.judgements = new Judgements();
    this.made = undefined;
  }

  protected take(value: unknown, place: LinePlace): void {
    const record = value as UnitRecord;
    const texts = new Judgements(true);
    const about = texts.add(record);
    if (!about) return;
    const { subset, sample: id } = about;
    this.judgements.add(record);
    const entries = this.entries.get(subset) ?? new Map<string, Entry>();
    this.entries.set(subset, entries);
    const entry = entries.get(id) ?? { places: [] };
    entries.set(id, entry);
    entry.places.push(place);
    const { given } = texts.of(subset, id);
    if (given)
      entry.sample = {
        id,
        label: given.label,
        steps: given.steps.map(() => ""),
        statement: given.problem.slice(0, shownWords),
        wrong: given.wrong,
      };
  }
}
