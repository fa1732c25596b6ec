/** Builds the shop unless the current build matches the sources. A running shop keeps using its earlier build. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  currentBuild,
  makeCurrent,
  newBuildFolder,
  removeOldBuilds,
} from '#lib/platform/builds/build-folders.server.ts';
import { precompress } from './precompress.ts';
import { fingerprint, NODE_ENV, versionOf } from './sources.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
/** The environment without the variables that test runners set, which Vite would build into the pages. */
const { DEV, PROD, MODE, SSR, BASE_URL, ...env } = process.env;

let sourcesFingerprint = fingerprint(root);
while (currentBuild(dist)?.info.sources !== sourcesFingerprint) {
  console.log('Building the shop (once, until its sources change) …');
  const target = newBuildFolder(dist);
  const status = build(target.folder);
  if (status === 0) await precompress(join(target.folder, 'client'));
  // If a source changed during the build, parts of the build may be from different versions.
  const version = versionOf(root);
  const isUsable = status === 0 && fingerprint(root) === sourcesFingerprint;
  if (isUsable) makeCurrent(dist, target, { sources: sourcesFingerprint, version });
  else rmSync(target.folder, { recursive: true, force: true });
  if (status !== 0) process.exit(status);
  removeOldBuilds(dist);
  sourcesFingerprint = fingerprint(root);
}

function build(folder: string): number {
  const astro = join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const args = [astro, 'build', '--silent', '--outDir', folder];
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, NODE_ENV, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  return status ?? 1;
}
