import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { root } from '#support/project-root.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const probe = pathToFileURL(join(root, 'tests/support/tell-lasting-memory.ts')).href;
const PAGES = 40;
const ROUNDS = 7;
/** Astro itself leaves 15 to 55; with the bytes of the page and its goods it was twice to five times as much. */
const MAX_LASTING_KB = 70;
const ADDRESSES = {
  'a list that nobody asked for before': (n: number) => `/products?minprice=${n}`,
  'a page of goods': (n: number) => `/products/loom-kurta?n=${n}`,
  'a cart': (n: number) => `/cart?n=${n}`,
};

interface MemoryReport {
  asked: number;
  large: number;
  bytes: number;
}

beforeAll(() => {
  const build = spawnSync(process.execPath, ['scripts/build-if-needed.ts'], { cwd: root, stdio: 'inherit' });
  expect(build.status).toBe(0);
}, 240_000);

// What outlives its page fills the old heap, whose collection is what slow pages wait for (docs/decisions/0041).
test('little of a page outlives it', async () => {
  const data = temporaryDir('page-memory');
  await (await smallShop(data.dir)).close();
  const path = join(data.dir, 'lasting.json');
  const env = { PAGE_CACHE: 'off', NODE_OPTIONS: `--import ${probe}`, LASTING_MEMORY: path };
  const shop = await startShop({ dataDir: data.dir, env });
  let asked = 0;
  for (const [what, address] of Object.entries(ADDRESSES)) {
    const lasting: number[] = [];
    let before: MemoryReport | undefined;
    for (let round = 0; round < ROUNDS; round++) {
      for (let n = 0; n < PAGES; n++) await read(shop.origin + address(round * PAGES + n));
      asked += 1;
      const now = await told(shop, path, asked);
      // A round in which V8 collected all by itself says nothing.
      if (before && before.large === now.large) lasting.push((now.bytes - before.bytes) / PAGES / 1000);
      before = now;
    }
    lasting.sort((a, b) => a - b);
    expect(lasting.length, what).toBeGreaterThan(1);
    expect(lasting[Math.floor(lasting.length / 2)], what).toBeLessThan(MAX_LASTING_KB);
  }
  await shop.stop();
  data.remove();
});

async function read(address: string): Promise<void> {
  const answer = await fetch(address, { headers: { 'accept-encoding': 'br' } });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
}

async function told(shop: ShopProcess, path: string, times: number): Promise<MemoryReport> {
  const said = () => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8') || '{}') as MemoryReport) : undefined);
  shop.child.kill('SIGUSR2');
  await expect.poll(() => said()?.asked, { interval: 20 }).toBe(times);
  return said() as MemoryReport;
}
