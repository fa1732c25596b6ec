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
  const firstResponse = await get({});
  const body = await firstResponse.text();
  const etag = firstResponse.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  if (encoding === 'identity')
    expect(firstResponse.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
  const revalidation = await get({ 'if-none-match': `"other", ${etag.slice(2)}` });
  expect([revalidation.status, await revalidation.text(), revalidation.headers.get('etag')]).toEqual([304, '', etag]);
  for (const name of ['cache-control', 'vary'])
    expect(revalidation.headers.get(name)).toBe(firstResponse.headers.get(name));
});
