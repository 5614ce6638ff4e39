// The workers of a coordinator: how many units they process at once, and which of them refuse the run and why. Each
// message is printed once.

import type { Redis } from "ioredis";
import { counted } from "../outgoing/counted.ts";
import { knownWorkers, type Stamp, stampDifference, type WorkerState } from "./messages.ts";

/** Units in the queue for each slot: one in progress, and one that waits for the slot. */
const unitsPerSlot = 2;

/** The number of checks without a worker before a message is printed. */
const looksBeforeWord = 4;

export class Workforce {
  private workers = 0;
  private slots = 0;
  private emptyLooks = 0;
  words = "no worker";
  private readonly said = new Set<string>();

  constructor(
    private readonly run: string,
    private readonly stamp: Stamp,
    private readonly say: (sentence: string) => void,
    private readonly onChange: () => void,
  ) {}

  get places(): number {
    return Math.max(1, unitsPerSlot * this.slots);
  }

  async look(redis: Redis): Promise<void> {
    const { workers, others } = await knownWorkers(redis);
    for (const { id, stamp } of others) this.tellOfOther(id, stamp);
    const mine = workers.filter((worker) => this.isFit(worker));
    const slots = mine.reduce((sum, worker) => sum + this.slotsOf(worker), 0);
    const isNew = mine.length !== this.workers || slots !== this.slots;
    this.workers = mine.length;
    this.slots = slots;
    this.emptyLooks = mine.length === 0 ? this.emptyLooks + 1 : 0;
    if (this.emptyLooks === looksBeforeWord) this.say("waiting for workers: 'assay worker' starts one");
    if (!isNew) return;
    this.words =
      mine.length === 0 ? "no worker" : `${counted(mine.length, "worker")} with ${counted(slots, "slot")}`;
    this.onChange();
  }

  /** Whether it processes units of this run. */
  private isFit(worker: WorkerState): boolean {
    const difference = stampDifference(worker, this.stamp);
    if (difference !== undefined) {
      this.tellOfOther(worker.name, worker);
      return false;
    }
    const serving = worker.runs.find(({ run }) => run === this.run);
    if (serving?.refused !== undefined)
      this.once(`the worker ${worker.name} refuses this run: ${serving.refused}`);
    return serving !== undefined && serving.refused === undefined;
  }

  private slotsOf({ runs }: WorkerState): number {
    return runs.find(({ run }) => run === this.run)!.slots;
  }

  private tellOfOther(name: string, theirs: Stamp): void {
    const difference = stampDifference(theirs, this.stamp);
    if (difference !== undefined)
      this.once(`the worker ${name} gets no units, because it is of ${difference}`);
  }

  private once(sentence: string): void {
    if (this.said.has(sentence)) return;
    this.said.add(sentence);
    this.say(sentence);
  }
}
