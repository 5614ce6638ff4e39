// Reports the costs of a client of a bench to the parent process: wall time and CPU time, both in milliseconds, and the
// peak memory. Cleaning up is not included.

/** `client` has a `go` to be measured and a `cleanUp` for afterwards. */
export async function tellTimes({ go, cleanUp }) {
  const cpu = process.cpuUsage();
  const started = performance.now();
  await go();
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  const peak = process.resourceUsage().maxRSS * 1024;
  await cleanUp();
  process.send({ wall, cpu: (user + system) / 1000, peak });
  process.disconnect();
}
