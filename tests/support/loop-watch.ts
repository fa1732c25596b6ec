/**
 * This module is preloaded into a measured program. On each SIGUSR2, it reports the longest event loop iteration since
 * the previous report. It measures CPU time, because on a busy machine an iteration also waits for other programs.
 */
import { isMainThread } from 'node:worker_threads';

const POLL_MS = 5;

if (isMainThread) {
  let longestUs = 0;
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    longestUs = Math.max(longestUs, user + system);
    before = process.threadCpuUsage();
  }, POLL_MS).unref();
  process.on('SIGUSR2', () => {
    console.log(`loop blocked for ${Math.round(longestUs / 1_000)} ms`);
    longestUs = 0;
  });
}
