import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** Without this a new thread or process compiles everything again, which takes 15 MB more. */
export function compiledCode(): NodeJS.ProcessEnv {
  const dir = getCompileCacheDir();
  return dir ? { NODE_COMPILE_CACHE: dirname(dir) } : {};
}
