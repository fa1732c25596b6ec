import { expect, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { couponsCommand } from '#lib/sales/cart/coupons/coupons-commands.server.ts';
import { commandFixture } from '#support/command-fixture.ts';
import { stockGoods } from '#support/goods.ts';

const setUp = () => commandFixture(couponsCommand());
const line = (code: string, terms: string) => `${code.padEnd(14)} ${terms}`;

test.each<[args: string[], output: string]>([
  [['--percent', '10'], '10 %, used 0 times'],
  [['--percent', '100'], '100 %, used 0 times'],
  [['--fixed', '99.50'], '₹99.50, used 0 times'],
  [['--free-delivery'], 'free delivery, used 0 times'],
  [['--percent', '5', '--minimum', '999'], '5 %, from ₹999.00, used 0 times'],
  [
    ['--percent', '5', '--from', '2026-12-01', '--until', '2026-12-31'],
    '5 %, valid from 2026-12-01, until 2026-12-31, used 0 times',
  ],
  [['--percent', '5', '--uses', '100', '--per-customer', '1'], '5 %, 100 left, 1 per customer, used 0 times'],
])('coupons add %j prints: %s', async (args, output) => {
  const { run } = await setUp();
  expect(await run('coupons', 'list')).toEqual(['No coupons.']);
  const addOutput = await run('coupons', 'add', ' diwali_26-a ', ...args);
  expect(addOutput).toEqual([line('DIWALI_26-A', output)]);
  expect(await run('coupons', 'list')).toEqual(addOutput);
});

test('a coupon can be limited only to categories and products that the shop has', async () => {
  const { db, run } = await setUp();
  await stockGoods(db);
  await saveCatalogueBatch(db, [{ type: 'category', slug: 'women', name: 'Women' }], new Map());
  const command = ['coupons', 'add', 'SOME', '--percent', '5', '--category'];
  await expect(run(...command, 'woman')).rejects.toThrow('There is no category “woman”. Did you mean women?');
  await expect(run(...command, 'women', '--product', 'TX')).rejects.toThrow('no product with the SKU or URL “TX”');
  const addOutput = await run(...command, 'women', '--product', 'TS', '--product', 'test-kurta');
  expect(addOutput).toEqual([line('SOME', '5 %, only for women and 2 products, used 0 times')]);
});

test.each([
  [['SALE'], /exactly one of/],
  [['SALE', '--percent', '5', '--fixed', '5'], /exactly one of/],
  [['SALE', '--percent', '5', '--free-delivery'], /exactly one of/],
  [['SA LE', '--percent', '5'], /letters, digits/],
  [['SALE!', '--percent', '5'], /letters, digits/],
  [['!SALE', '--percent', '5'], /letters, digits/],
  [['S'.repeat(41), '--percent', '5'], /at most \d+ letters, digits/],
  [['SALE', '--percent', '0'], /whole number/],
  [['SALE', '--percent', '101'], /from 1 to 100/],
  [['SALE', '--percent', '5x'], /whole number/],
  [['SALE', '--percent', 'x5'], /whole number/],
  [['SALE', '--percent', '5', '--uses', '1234567890'], /whole number/],
  [['SALE', '--fixed', '5.555'], /Enter rupees/],
  [['SALE', '--fixed', 'Rs5'], /Enter rupees/],
  [['SALE', '--fixed', '123456789'], /Enter rupees/],
  [['SALE', '--percent', '5', '--minimum', '5.'], /Enter rupees/],
  [['SALE', '--percent', '5', '--from', 'x2026-12-01'], /a day, such as/],
  [['SALE', '--percent', '5', '--from', '2026-12-01x'], /a day, such as/],
  [['SALE', '--percent', '5', '--until', '2026-13-01'], /a day, such as/],
  [['SALE', '--percent', '5', '--until', '2026-02-30'], /a day, such as/],
])('coupons add %j fails and adds nothing', async (args, message) => {
  const { run } = await setUp();
  await expect(run('coupons', 'add', ...args)).rejects.toThrow(message);
  expect(await run('coupons', 'list')).toEqual(['No coupons.']);
});

test('the first and last days of a coupon are in Indian time', async () => {
  const { db, run } = await setUp();
  await run('coupons', 'add', 'DAY', '--percent', '5', '--from', '2026-12-01', '--until', '2026-12-01');
  const row = await db.write.selectFrom('coupon').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    starts_at: Date.parse('2026-12-01T00:00:00+05:30'),
    ends_at: Date.parse('2026-12-02T00:00:00+05:30'),
    kind: 'percent',
    active: 1,
  });
});

test('coupons add rejects a code in use; a dropped code is listed, and can be added with other terms', async () => {
  const { run } = await setUp();
  await run('coupons', 'add', 'SALE', '--percent', '5', '--uses', '3');
  await run('coupons', 'add', 'FREE', '--free-delivery');
  await expect(run('coupons', 'add', 'sale', '--percent', '6')).rejects.toThrow('The coupon SALE already exists');
  expect(await run('coupons', 'drop', ' sale ')).toEqual(['SALE can’t be used any more.']);
  await expect(run('coupons', 'drop', 'SALE')).rejects.toThrow('There is no coupon SALE in use.');
  await expect(run('coupons', 'drop', 'NONE')).rejects.toThrow('There is no coupon NONE in use.');
  expect(await run('coupons', 'list')).toEqual([
    line('FREE', 'free delivery, used 0 times'),
    line('SALE', '5 %, 3 left, used 0 times, DROPPED'),
  ]);
  const newLine = line('SALE', '₹50.00, used 0 times');
  expect(await run('coupons', 'add', 'SALE', '--fixed', '50')).toEqual([newLine]);
  expect((await run('coupons', 'list')).at(-1)).toBe(newLine);
});
