// A limit of a provider holds for all workers together: where a server tells one of them to wait, all leave it alone. The
// time is Redis's own, so that no clocks are compared.

import type { Redis } from "ioredis";
import { pausesKey } from "./keys.ts";

const now = "local time = redis.call('TIME')\nlocal now = time[1] * 1000 + math.floor(time[2] / 1000)\n";

const tellScript = `${now}
local till = now + ARGV[2]
if till > tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '0') then redis.call('ZADD', KEYS[1], till, ARGV[1]) end
`;

const hearScript = `${now}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local found = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
for i = 2, #found, 2 do found[i] = found[i] - now end
return found
`;

type Hear = (baseUrl: string, ms: number) => void;

/** As the endpoints of models take it. */
export class Pauses {
  private readonly listeners = new Set<Hear>();

  constructor(private readonly redis: Redis) {}

  tell(baseUrl: string, ms: number): void {
    // Where Redis does not answer, the others find it out by themselves.
    this.redis.eval(tellScript, 1, pausesKey, baseUrl, Math.ceil(ms)).catch(() => {});
  }

  listen(hear: Hear): () => void {
    this.listeners.add(hear);
    return () => void this.listeners.delete(hear);
  }

  /** What others have told. */
  async look(): Promise<void> {
    if (this.listeners.size === 0) return;
    const found = (await this.redis.eval(hearScript, 1, pausesKey)) as (string | number)[];
    for (let i = 0; i < found.length; i += 2)
      for (const hear of this.listeners) hear(String(found[i]), Number(found[i + 1]));
  }
}
