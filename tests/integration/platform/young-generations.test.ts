import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from '#support/project-root.ts';
import { startWithNpmFlags, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const probe = pathToFileURL(join(root, 'tests/support/report-young-generations.ts')).href;

// V8 applies a command-line option to all threads, overriding the limits given to a thread.
test('npm start sets the size of the server’s young generation, but not those of its threads', async () => {
  const tempDir = temporaryDir('young-generations');
  await (await smallShop(tempDir.dir)).close();
  const path = join(tempDir.dir, 'young.json');
  const env = { NODE_OPTIONS: `--import ${probe}`, YOUNG_GENERATIONS_FILE: path };
  const shop = await startWithNpmFlags({ dataDir: tempDir.dir, env });
  shop.child.kill('SIGUSR2');
  const readReport = () => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  await expect.poll(readReport, { interval: 50 }).toContain('}');
  const { serverMb, threadMb } = JSON.parse(readReport()) as { serverMb: number; threadMb: number };
  expect(serverMb).toBeGreaterThan(7);
  expect(serverMb).toBeLessThan(14);
  expect(threadMb).toBeLessThan(5);
  await shop.stop();
  tempDir.remove();
});
