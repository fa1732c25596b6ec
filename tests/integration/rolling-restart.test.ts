import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { findBalancer } from '../support/balancers.ts';
import { rollBehind } from '../support/rolling.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

beforeAll(() => {
  const build = spawnSync(process.execPath, ['scripts/build-if-needed.ts'], { cwd: root, stdio: 'inherit' });
  expect(build.status).toBe(0);
}, 240_000);

/** The long form, behind HAProxy too, is in tests/faults. */
test.runIf(findBalancer('nginx'))('one of two servers behind nginx is started anew, and nobody notices', async () => {
  const { posts, failed, exitCodes } = await rollBehind('nginx', 1, 500);
  expect(failed).toEqual({});
  expect(exitCodes).toEqual([0]);
  expect(posts).toBeGreaterThan(50);
});
