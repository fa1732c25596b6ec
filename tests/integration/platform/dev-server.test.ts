import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killWithTest } from '#support/end-with-test.ts';
import { freePort } from '#support/free-port.ts';
import { temporaryDir } from '#support/shop-process.ts';
import { createShopTree, type ShopTree } from '#support/shop-tree.ts';
import { smallShop } from '#support/small-shop.ts';

const HTML = { accept: 'text/html' };
const data = temporaryDir('dev-server');
let tree: ShopTree;
let origin: string;

beforeAll(async () => {
  tree = createShopTree('dev-server', 'to build');
  await (await smallShop(data.dir)).close();
  const { DEV, PROD, MODE, SSR, BASE_URL, NODE_ENV, VITEST, ...env } = process.env;
  const args = [join(tree.dir, 'node_modules/astro/bin/astro.mjs'), 'dev', '--port', String(await freePort())];
  const child = spawn(process.execPath, args, {
    cwd: tree.dir,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...env, DATA_DIR: data.dir, DATABASE_URL: '', ASTRO_TELEMETRY_DISABLED: '1' },
  });
  killWithTest(child);
  // If the port is already in use, the server chooses another one.
  origin = await new Promise<string>((started) => {
    let output = '';
    child.stdout.on('data', (text: Buffer) => {
      output += stripVTControlCharacters(text.toString());
      const [address] = /http:\/\/localhost:\d+(?=\/)/.exec(output) ?? [];
      if (address) started(address);
    });
  });
});

afterAll(() => {
  tree?.remove();
  data.remove();
});

test('the dev server applies the front handlers, guards and middleware of the shop', async () => {
  // The first request compiles the page. If this takes longer than the page timeout, the status is 503.
  await expect.poll(() => fetchStatus('/')).toBe(200);
  expect(await fetchStatus('/products/loom-kurta')).toBe(200);
  expect(await fetchStatus('/products/none')).toBe(404);
  const headers = { origin: 'https://other.example' };
  expect((await fetch(`${origin}/public/cart/create`, { method: 'POST', headers })).status).toBe(403);
  const cart = await fetch(`${origin}/public/cart`, { method: 'PUT' });
  expect(cart.status).toBe(405);
  const page = await fetch(origin, { headers: HTML });
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect(page.headers.get('etag')).not.toBeNull();
  expect(await page.text()).toContain('/@vite/client');
});

test('the dev server shows a change to a component even on a cached page', async () => {
  const firstPage = await (await fetch(`${origin}/faq`)).text();
  const secondPage = await (await fetch(`${origin}/faq`)).text();
  expect(secondPage).toBe(firstPage);
  const path = join(tree.dir, 'src/components/site/Footer.astro');
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, source.replace('<footer', '<footer data-changed="yes"'));
  await expect.poll(async () => (await fetch(`${origin}/faq`)).text()).toContain('data-changed');
});

async function fetchStatus(path: string): Promise<number> {
  return (await fetch(origin + path, { headers: HTML })).status;
}
