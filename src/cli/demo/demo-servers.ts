// The two servers of the task description's deployment, over the models that come with the package. They live in this process,
// each model in a thread of its own, so that nothing is left behind however it ends.

import { openEmbedded, type Serving, serve } from "../../embedded/index.ts";

export interface DemoServers {
  policy: string;
  reward: string;
  close(): Promise<void>;
}

/** On the usual ports, or on others where those are taken. */
export async function startServers(): Promise<DemoServers> {
  const opened: { close(): Promise<void> }[] = [];
  const start = async (folder: string, name: string, port: number): Promise<string> => {
    const model = await openEmbedded(folder);
    opened.push(model);
    const serving = await onPort({ model, name }, port);
    opened.push(serving);
    return serving.url;
  };
  const close = async () => {
    for (const each of opened.reverse()) await each.close();
  };
  try {
    const policy = await start("policy", "policy-model", 8000);
    const reward = await start("prm", "reward-model", 8001);
    return { policy, reward, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function onPort(options: Omit<Parameters<typeof serve>[0], "port">, port: number): Promise<Serving> {
  return serve({ ...options, port }).catch(() => serve({ ...options, port: 0 }));
}
