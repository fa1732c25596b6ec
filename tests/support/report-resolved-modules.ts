/** This module is preloaded with `--import`. At exit, it writes the resolved URLs to the file RESOLVED_MODULES_FILE. */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const urls = new Set<string>();
registerHooks({
  resolve(name, context, nextResolve) {
    const resolution = nextResolve(name, context);
    urls.add(resolution.url);
    return resolution;
  },
});
if (isMainThread)
  process.once('exit', () => writeFileSync(process.env.RESOLVED_MODULES_FILE ?? '', [...urls].join('\n')));
