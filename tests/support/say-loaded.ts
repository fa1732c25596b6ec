/** Preloaded into a process by `--import`: it writes what was loaded, and NODE_ENV, when it is asked by SIGUSR2 and when it ends. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { cache } = createRequire(import.meta.url);

/** What is only listed, because its exports were looked up, has not run. */
function say(): void {
  const loaded = Object.values(cache).flatMap((known) => (known?.loaded ? [known.filename] : []));
  writeFileSync(process.env.SAY_LOADED ?? '', JSON.stringify({ nodeEnv: process.env.NODE_ENV, loaded }));
}

if (isMainThread) {
  process.on('SIGUSR2', say);
  process.on('exit', say);
}
