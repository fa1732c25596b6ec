import { spawnSync } from 'node:child_process';
import { root } from './project-root.ts';

let isBuilt = false;

/**
 * Builds the shop if its sources have changed. Test files share a process, so only the first successful call in a
 * process checks for changes.
 */
export function buildShop(): void {
  if (isBuilt) return;
  const { status } = spawnSync(process.execPath, ['scripts/build-if-needed.ts'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The shop could not be built.');
  isBuilt = true;
}
