import { Command } from '@commander-js/extra-typings';
import { expect, test } from 'vitest';
import { stockCommand } from '#lib/catalog/inventory/stock-commands.server.ts';
import { commandFixture } from '#support/command-fixture.ts';
import { stockGoods, variantOf } from '#support/goods.ts';

async function setUpStockedShop() {
  const { db, run } = await commandFixture(stockCommand());
  await stockGoods(db);
  const [mediumKurta, largeKurta, scarf, cloth] = [
    await variantOf(db, 'test-kurta'),
    await variantOf(db, 'test-kurta', 1),
    await variantOf(db, 'test-scarf'),
    await variantOf(db, 'test-cloth'),
  ];
  /** Returns the lines of the ledger without their times. */
  const readLedgerLines = async (name: string) =>
    (await run('stock', 'ledger', name)).map((line) => line.replace(/^ .*?m {2}/, ''));
  return { db, run, readLedgerLines, mediumKurta, largeKurta, scarf, cloth };
}

test('stock show lists each variant with its pieces or bolts', async () => {
  const { run, mediumKurta, largeKurta, cloth, scarf } = await setUpStockedShop();
  expect(await run('stock', 'show', 'test-kurta')).toEqual([
    `${mediumKurta}  TK-M  test-kurta Rust/M: 5`,
    `${largeKurta}  TK-L  test-kurta Rust/L: 0`,
  ]);
  expect(await run('stock', 'show', 'TC')).toEqual([`${cloth}  TC  test-cloth: 12.5 m (bolt 1: 10 m, bolt 2: 2.5 m)`]);
  expect(await run('stock', 'show', scarf)).toEqual([`${scarf}  TS  test-scarf: 50`]);
  await expect(run('stock', 'show', 'test-hat')).rejects.toThrow('No product or variant is called test-hat.');
});

test('stock show prints a dash for a variant without an SKU', async () => {
  const { db, run, scarf } = await setUpStockedShop();
  await db.write.updateTable('variant').set({ sku: null }).where('id', '=', Number(scarf)).execute();
  expect(await run('stock', 'show', 'test-scarf')).toEqual([`${scarf}  -  test-scarf: 50`]);
});

test('stock set stores the counted pieces or the metres of each bolt', async () => {
  const { run, readLedgerLines, scarf, cloth } = await setUpStockedShop();
  expect(await run('stock', 'set', 'TS', '7')).toEqual([`${scarf}  TS  test-scarf: 7`]);
  expect(await run('stock', 'set', 'TC', '3.25', '0', '10')).toEqual([
    `${cloth}  TC  test-cloth: 13.25 m (bolt 1: 3.25 m, bolt 3: 10 m)`,
  ]);
  expect((await readLedgerLines('TS')).slice(1)).toEqual([
    '      +50 = 50         import',
    '      -43 = 7          count',
  ]);
  expect((await readLedgerLines('TC')).at(-1)).toBe('  +0.75 m = 13.25 m    count');
});

test.each([
  [['set', 'TS', 'many'], /pieces, or the length of each bolt in metres/],
  [['set', 'TS', '-1'], /pieces, or the length of each bolt in metres/],
  [['set', 'TS', '12345678'], /pieces, or the length of each bolt in metres/],
  [['set', 'TC', '1.255'], /pieces, or the length of each bolt in metres/],
  [['set', 'TC', '1.'], /pieces, or the length of each bolt in metres/],
  [['set', 'TS', 'x5'], /pieces, or the length of each bolt in metres/],
  [['set', 'TS', '5', '5'], /whole number of pieces/],
  [['set', 'TS', '1.5'], /whole number of pieces/],
  [['set', 'test-kurta', '1'], /Name one by its SKU or id/],
  [['add', 'TS', '5', 'found'], /a number with a sign/],
  [['add', 'TS', '+5x', 'found'], /a number with a sign/],
  [['add', 'TS', 'x+5', 'found'], /a number with a sign/],
  [['add', 'TS', '+12345678', 'found'], /a number with a sign/],
  [['add', 'TC', '+1.255', 'found'], /a number with a sign/],
  [['add', 'TS', '+1.5', 'found'], /whole number of pieces/],
  [['add', 'TS', '+0', 'found'], /must not be 0/],
  [['add', 'TS', '+5', '  '], /Enter a reason/],
  [['add', 'TS', '+5', 'found', '--bolt', '1'], /Only cloth has bolts/],
  [['add', 'TC', '+1', 'found', '--bolt', '0'], /a bolt number from `stock show`/],
  [['add', 'TC', '+1', 'found', '--bolt', '1x'], /a bolt number from `stock show`/],
  [['add', 'TC', '+1', 'found', '--bolt', 'x1'], /a bolt number from `stock show`/],
  [['add', 'TC', '+1', 'found', '--bolt', '12345'], /a bolt number from `stock show`/],
  [['add', 'TC', '+1', 'found', '--bolt', '3'], /TC has no bolt 3/],
  [['add', 'TS', '-51', 'lost'], /TS has 50 in stock, fewer than 51/],
  [['add', 'TC', '-10.01', 'cut'], /No bolt of TC is as long as 10.01 m/],
  [['add', 'TC', '-2.51', 'cut', '--bolt', '2'], /Bolt 2 of TC is not as long as 2.51 m/],
])('stock %j is rejected and changes nothing', async (args, message) => {
  const { run } = await setUpStockedShop();
  const linesBefore = [...(await run('stock', 'show', 'TS')), ...(await run('stock', 'show', 'TC'))];
  await expect(run('stock', ...args)).rejects.toThrow(message);
  expect([...(await run('stock', 'show', 'TS')), ...(await run('stock', 'show', 'TC'))]).toEqual(linesBefore);
});

test('stock add changes pieces by a difference, with its reason in the ledger', async () => {
  const { run, readLedgerLines, scarf } = await setUpStockedShop();
  expect(await run('stock', 'add', 'TS', '+5', ' found two boxes ')).toEqual([`${scarf}  TS  test-scarf: 55`]);
  expect(await run('stock', 'add', 'TS', '-1', 'torn')).toEqual([`${scarf}  TS  test-scarf: 54`]);
  expect((await readLedgerLines('TS')).slice(-2)).toEqual([
    '       +5 = 55         correction, found two boxes',
    '       -1 = 54         correction, torn',
  ]);
  expect(await run('stock', 'add', 'TS', '-54', 'all gone')).toEqual([`${scarf}  TS  test-scarf: 0`]);
});

test('stock add cuts cloth from the specified bolt, or else from the shortest one that is long enough', async () => {
  const { run, readLedgerLines, cloth } = await setUpStockedShop();
  const line = (bolts: string) => [`${cloth}  TC  test-cloth: ${bolts}`];
  expect(await run('stock', 'add', 'TC', '-1', 'sample', '--bolt', '1')).toEqual(
    line('11.5 m (bolt 1: 9 m, bolt 2: 2.5 m)'),
  );
  expect(await run('stock', 'add', 'TC', '-2', 'sample')).toEqual(line('9.5 m (bolt 1: 9 m, bolt 2: 0.5 m)'));
  expect(await run('stock', 'add', 'TC', '+1.5', 'came back', '--bolt', '2')).toEqual(
    line('11 m (bolt 1: 9 m, bolt 2: 2 m)'),
  );
  expect(await run('stock', 'add', 'TC', '+4', 'new bolt')).toEqual(
    line('15 m (bolt 1: 9 m, bolt 2: 2 m, bolt 3: 4 m)'),
  );
  expect((await readLedgerLines('TC')).slice(-4)).toEqual([
    '     -1 m = 11.5 m     correction, sample',
    '     -2 m = 9.5 m      correction, sample',
    '   +1.5 m = 11 m       correction, came back',
    '     +4 m = 15 m       correction, new bolt',
  ]);
});

test('stock also runs subcommands of other modules', async () => {
  const lines: string[] = [];
  const waitingCommand = new Command('waiting').action(() => void lines.push('nobody'));
  const { run } = await commandFixture(stockCommand(waitingCommand));
  await run('stock', 'waiting');
  expect(lines).toEqual(['nobody']);
});

test('stock add creates the first bolt of cloth without bolts', async () => {
  const { run, cloth } = await setUpStockedShop();
  await run('stock', 'set', 'TC', '0');
  expect(await run('stock', 'add', 'TC', '+4', 'new bolt')).toEqual([`${cloth}  TC  test-cloth: 4 m (bolt 1: 4 m)`]);
});
