import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const data = temporaryDir('sitemap-tag');
let shop: ShopProcess;

beforeAll(async () => {
  await (await smallShop(data.dir)).close();
  shop = await startShop({ dataDir: data.dir });
}, 240_000);

afterAll(async () => {
  await shop?.stop();
  data.remove();
});

it.each(['identity', 'gzip'])('the sitemap index is sent only once to a crawler that accepts %s', async (encoding) => {
  const get = (headers: Record<string, string>) =>
    fetch(`${shop.origin}/sitemap-index.xml`, { headers: { 'accept-encoding': encoding, ...headers } });
  const first = await get({});
  const body = await first.text();
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  if (encoding === 'identity') expect(first.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
  const revalidated = await get({ 'if-none-match': `"other", ${etag.slice(2)}` });
  expect([revalidated.status, await revalidated.text(), revalidated.headers.get('etag')]).toEqual([304, '', etag]);
  for (const name of ['cache-control', 'vary']) expect(revalidated.headers.get(name)).toBe(first.headers.get(name));
});
