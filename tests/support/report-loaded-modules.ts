/**
 * This module is preloaded with `--import`. On SIGUSR2 and at exit, it writes NODE_ENV and the modules in the cache of
 * `require` to the file LOADED_MODULES_FILE.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { cache } = createRequire(import.meta.url);

/** Writes the report, without modules that were resolved but not executed. */
function report(): void {
  const loaded = Object.values(cache).flatMap((module) => (module?.loaded ? [module.filename] : []));
  writeFileSync(process.env.LOADED_MODULES_FILE ?? '', JSON.stringify({ nodeEnv: process.env.NODE_ENV, loaded }));
}

if (isMainThread) {
  process.on('SIGUSR2', report);
  process.on('exit', report);
}
