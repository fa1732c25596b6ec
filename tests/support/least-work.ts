const TRIES = 3;

/** Milliseconds of the processor that some work takes, the least of three: other programs only add to it. */
export async function leastWork(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries++) {
    const begin = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(begin);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
