// Units as jobs of BullMQ, many at once, and in one step with a look at who the run's coordinator is: an older one that
// was taken for dead must not hand out units any more.

import { Job, Queue } from "bullmq";
import type { Redis } from "ioredis";
import { epochKey, prefix, queueName } from "./keys.ts";
import type { UnitJob } from "./messages.ts";

export class Additions {
  private readonly queue: Queue;
  private readonly key: string;

  /** @param redis a connection that nobody else uses: what is watched there is watched for the next step */
  constructor(
    private readonly redis: Redis,
    run: string,
    private readonly epoch: number,
  ) {
    this.key = epochKey(run);
    this.queue = new Queue(queueName(run), { connection: redis, prefix, skipMetasUpdate: true });
    // Connections that were lost come back.
    this.queue.on("error", () => {});
  }

  /** Whether the run is still this coordinator's. Where it throws, nothing is known of what was added. */
  async add(units: readonly { job: string; data: UnitJob }[]): Promise<boolean> {
    const answers = await this.redis.pipeline().watch(this.key).get(this.key).exec();
    const epoch = Number(answers?.[1]?.[1] ?? 0);
    if (epoch > this.epoch) return false;
    const client = await this.queue.backend.client;
    const transaction = client.multi();
    // The answer comes with the whole transaction.
    for (const { job, data } of units)
      void new Job(this.queue, data.unit.kind, data, { jobId: job }, job).addJob(transaction);
    const done = await transaction.exec();
    if (!done) throw new Error("another coordinator came in between");
    return true;
  }
}
