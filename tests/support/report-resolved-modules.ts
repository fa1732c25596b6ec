/**
 * Preloaded with `--import`: at exit, writes the URLs of the modules that the main thread resolved to
 * RESOLVED_MODULES_FILE.
 */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const urls = new Set<string>();
registerHooks({
  resolve(name, context, next) {
    const resolved = next(name, context);
    urls.add(resolved.url);
    return resolved;
  },
});
if (isMainThread)
  process.once('exit', () => writeFileSync(process.env.RESOLVED_MODULES_FILE ?? '', [...urls].join('\n')));
