import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from '#support/project-root.ts';
import { startLikeNpm, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const probe = pathToFileURL(join(root, 'tests/support/report-young-generations.ts')).href;

// V8 applies a command-line option to all threads, overriding the limits given to a thread.
test('npm start sets the size of the young generation of the server, but not of its threads', async () => {
  const data = temporaryDir('young-generations');
  await (await smallShop(data.dir)).close();
  const path = join(data.dir, 'young.json');
  const env = { NODE_OPTIONS: `--import ${probe}`, YOUNG_GENERATIONS_FILE: path };
  const shop = await startLikeNpm({ dataDir: data.dir, env });
  shop.child.kill('SIGUSR2');
  const written = () => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  await expect.poll(written, { interval: 50 }).toContain('}');
  const { serverMb, threadMb } = JSON.parse(written()) as { serverMb: number; threadMb: number };
  expect(serverMb).toBeGreaterThan(7);
  expect(serverMb).toBeLessThan(14);
  expect(threadMb).toBeLessThan(5);
  await shop.stop();
  data.remove();
});
