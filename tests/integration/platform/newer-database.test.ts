import { expect, onTestFinished, test } from 'vitest';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

test('a running shop stops when a newer version migrates the database, and does not start again', async () => {
  const { dir, remove } = temporaryDir('newer-database');
  onTestFinished(remove);
  const db = await smallShop(dir);
  onTestFinished(() => db.close());
  const shop = await startShop({ dataDir: dir });
  expect((await fetch(`${shop.origin}/products`)).status).toBe(200);
  await db.write.insertInto('migration').values({ name: '9999-later', at: Date.now() }).execute();
  await shop.exited;
  await expect(fetch(`${shop.origin}/products`)).rejects.toThrow();
  await expect(startShop({ dataDir: dir })).rejects.toThrow(/The database is newer than this version of the shop/);
});
