import { hash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DictionaryStore } from '#lib/platform/http/dictionary/dictionary-store.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';

/** Returns the headers of a browser that has a dictionary with this text. */
function browserHeaders(text: string) {
  return {
    'accept-encoding': 'br, zstd, dcz',
    'available-dictionary': `:${hash('sha256', text, 'base64')}:`,
    'sec-fetch-site': 'same-origin',
  };
}

onBothEngines('for compression dictionaries in the database,', (open) => {
  interface StoreOptions {
    version?: string;
    day?: number;
    page: string;
  }
  const createStore = (db: ShopDatabase, { version = 'a', day = 0, page }: StoreOptions) =>
    new DictionaryStore(db, { version, now: () => day * DAY_MS, renderSamples: async () => [page, '</html>'] });

  test('all processes use the dictionary that was saved first', async () => {
    const db = await open();
    const stores = ['one', 'two', 'three'].map((page) => createStore(db, { page }));
    await Promise.all(stores.map((store) => store.renew()));
    const savedRows = await db.write
      .selectFrom('installation_note')
      .select('value')
      .where('name', 'like', 'compression-dictionary %')
      .execute();
    expect(savedRows).toHaveLength(1);
    const text = brotliDecompressSync(Buffer.from(savedRows[0]?.value ?? '', 'base64')).toString();
    for (const store of stores) {
      expect(store.dictionaries.codingFor(browserHeaders(text))?.name).toBe('dcz');
      expect((await store.find(hash('sha256', text)))?.toString('base64')).toBe(savedRows[0]?.value);
    }
  });

  test('a new version and a new week each add a dictionary, and earlier dictionaries can still be used', async () => {
    const db = await open();
    await createStore(db, { page: 'first' }).renew();
    await createStore(db, { page: 'ignored', day: 6 }).renew();
    await createStore(db, { page: 'second', day: 8 }).renew();
    const store = createStore(db, { page: 'third', version: 'b', day: 9 });
    await store.renew();
    for (const page of ['first', 'second', 'third'])
      expect(store.dictionaries.codingFor(browserHeaders(`${page}</html>`))?.name, page).toBe('dcz');
    expect(store.dictionaries.codingFor(browserHeaders('ignored</html>'))).toBeUndefined();
    const link = store.dictionaries.linkFor({
      'sec-fetch-site': 'same-origin',
      'sec-fetch-dest': 'document',
      'sec-ch-ua': '"Chromium"',
    });
    expect(link).toContain(hash('sha256', 'third</html>'));
  });

  test('only the three newest dictionaries are stored', async () => {
    const db = await open();
    for (const [week, page] of ['a', 'b', 'c', 'd', 'e'].entries())
      await createStore(db, { page, day: week * 7 }).renew();
    const store = createStore(db, { page: 'e', day: 28 });
    await store.renew();
    const storedNames = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((page) => store.find(hash('sha256', `${page}</html>`))),
    );
    expect(storedNames.map(Boolean)).toEqual([false, false, true, true, true]);
  });

  test('a process that runs for weeks drops dictionaries that are no longer stored', async () => {
    const db = await open();
    const clock = { week: 0 };
    const pages = ['a', 'b', 'c', 'd', 'e'];
    const store = new DictionaryStore(db, {
      version: 'a',
      now: () => clock.week * 7 * DAY_MS,
      renderSamples: async () => [pages[clock.week] ?? '', '</html>'],
    });
    for (clock.week of pages.keys()) await store.renew();
    const usablePages = pages.filter((page) => store.dictionaries.codingFor(browserHeaders(`${page}</html>`)));
    expect(usablePages).toEqual(['c', 'd', 'e']);
    const servedDictionaries = await Promise.all(pages.map((page) => store.find(hash('sha256', `${page}</html>`))));
    expect(servedDictionaries.map(Boolean)).toEqual([false, false, true, true, true]);
  });

  test('a process finds a dictionary that another process created later', async () => {
    const db = await open();
    const earlierStore = createStore(db, { page: 'old' });
    await earlierStore.renew();
    await createStore(db, { page: 'new', version: 'b', day: 1 }).renew();
    expect(await earlierStore.find(hash('sha256', 'new</html>'))).toBeDefined();
    expect(earlierStore.dictionaries.codingFor(browserHeaders('new</html>'))?.name).toBe('dcz');
    expect(await earlierStore.find(hash('sha256', 'unknown'))).toBeUndefined();
  });

  test('a restart in the same week does not render pages again', async () => {
    const db = await open();
    await createStore(db, { page: 'first' }).renew();
    let renderCount = 0;
    const renderSamples = async () => {
      renderCount += 1;
      return ['second'];
    };
    await new DictionaryStore(db, { version: 'a', now: () => DAY_MS, renderSamples }).renew();
    expect(renderCount).toBe(0);
  });
});
