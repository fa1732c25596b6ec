import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** A new thread or process does not know of this one's cache of compiled code, and would compile all anew, in 15 MB more. */
export function compiledCode(): NodeJS.ProcessEnv {
  const dir = getCompileCacheDir();
  return dir ? { NODE_COMPILE_CACHE: dirname(dir) } : {};
}
