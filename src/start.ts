/** Runs the current build from its own folder, sources and all: what is edited or built meanwhile is for the next start. */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { currentBuild } from '#lib/platform/builds/build-folders.server.ts';
import { holdBuild } from '#lib/platform/builds/build-hold.server.ts';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const build = currentBuild(dist);
if (!build) {
  console.error('The shop is not built yet: npm run build.');
  process.exit(1);
}
holdBuild(dist, build.name);
await import(pathToFileURL(join(build.folder, 'src', 'main.ts')).href);
