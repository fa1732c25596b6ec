/** Builds the pages unless the last build is of just these sources. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['src', 'build', 'public', 'astro.config.mjs', 'package.json', 'package-lock.json'];
/** Whoever asks for it, such as a test runner: a page built for development does not run on the production build of React. */
const NODE_ENV = 'production';
/** A test runner puts these into its environment, and Vite would build them in as facts. */
const { DEV, PROD, MODE, SSR, BASE_URL, ...env } = process.env;
const stamp = join(root, 'dist', '.sources');
const current = fingerprint();

if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) process.exit(0);
console.log('Building the shop (once, until its sources change) …');
const astro = join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
const args = [astro, 'build', '--silent'];
const result = spawnSync(process.execPath, args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...env, NODE_ENV, ASTRO_TELEMETRY_DISABLED: '1' },
});
if (result.status === 0) writeFileSync(stamp, current);
process.exit(result.status ?? 1);

/** Names, sizes and times of change: reading every file would cost the quick start its budget. */
function fingerprint(): string {
  const hash = createHash('sha256').update(`${process.version} ${NODE_ENV}`);
  for (const source of SOURCES) {
    for (const path of filesOf(join(root, source))) {
      const { size, mtimeMs } = statSync(path);
      hash.update(`${path.slice(root.length)}:${size}:${Math.round(mtimeMs)}\n`);
    }
  }
  return hash.digest('hex');
}

function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  // The demo shop's pictures are data of the first start, not sources of the pages.
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.avif'))
    .map((entry) => join(entry.parentPath, entry.name));
}
