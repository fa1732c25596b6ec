/**
 * Runs the current build from its own folder, so that later edits and builds apply only to the next start. Plain
 * JavaScript, because stripping types from even one file permanently increases Node's memory by 17 MB.
 */
import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

// The young-generation option of the command line must apply to this thread only. Without this reset, it would
// override the limits of all other threads.
setFlagsFromString('--max-semi-space-size=0');

const dist = new URL('../dist/', import.meta.url);
const pointer = new URL('current', dist);
const build = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : '';
const program = new URL(`${build}/server/entry.mjs`, dist);
if (!existsSync(program)) {
  console.error('The shop is not built yet. Run: npm run build');
  process.exit(1);
}
await import(program.href);
