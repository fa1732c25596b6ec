/**
 * Runs the current build from its own folder: what is edited or built meanwhile is for the next start. Plain
 * JavaScript, as
 * a Node that has taken types out of one file is 17 MB larger for good.
 */
import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

// The command's option for the young generation is for this thread; it would override the limits of all others.
setFlagsFromString('--max-semi-space-size=0');

const dist = new URL('../dist/', import.meta.url);
const pointer = new URL('current', dist);
const build = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : '';
const program = new URL(`${build}/server/entry.mjs`, dist);
if (!existsSync(program)) {
  console.error('The shop is not built yet: npm run build.');
  process.exit(1);
}
await import(program.href);
