import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** A thread does not know of the process's cache of compiled code, and would compile all anew, in 15 MB more. */
export function compiledCodeEnv(): NodeJS.ProcessEnv {
  const dir = getCompileCacheDir();
  return dir ? { ...process.env, NODE_COMPILE_CACHE: dirname(dir) } : process.env;
}
