import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '#support/project-root.ts';

const CLI = 'node_modules/@playwright/test/cli.js';
const SPEC = 'tests/e2e/site/offline-queue.spec.ts';

test('no waiting action is lost or sent twice in random runs', () => {
  const run = spawnSync(process.execPath, [CLI, 'test', SPEC, '-g', 'random actions', '--retries=0'], {
    cwd: root,
    stdio: 'inherit',
  });
  expect(run.status).toBe(0);
}, 3_600_000);
