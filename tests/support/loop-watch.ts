/**
 * Loaded before a program that is measured: at each SIGUSR2 it says how long one turn of its event loop took since the last,
 * at most. In processor time: on a busy machine a turn also waits for others, which the program can't help.
 */
import { isMainThread } from 'node:worker_threads';

const POLL_MS = 5;

if (isMainThread) {
  let longest = 0;
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, user + system);
    before = process.threadCpuUsage();
  }, POLL_MS).unref();
  process.on('SIGUSR2', () => {
    console.log(`loop stood ${Math.round(longest / 1_000)} ms`);
    longest = 0;
  });
}
