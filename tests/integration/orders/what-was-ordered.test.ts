import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import { orderJson } from '#lib/sales/orders/record/order-json.ts';
import { SHIP_DATE_CHANGED } from '#lib/sales/orders/record/orders.ts';
import { cashTerms, switchToCashOnDelivery } from '#lib/sales/payments/switch-payment.server.ts';
import { onBothEngines } from '#support/database.ts';
import { KURTA, stockGoods } from '#support/goods.ts';
import { HOME, orderFixture } from '#support/order-fixture.ts';

const DECEMBER = Date.parse('2026-12-12');
const MUMBAI = { ...HOME, pincode: '400001', state: 'Maharashtra', city: 'Mumbai' };
const dir = mkdtempSync(join(tmpdir(), 'taana-ordered-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Saves the kurta in rust and moss with a picture of each colour. Returns the hashes of the pictures, rust first. */
async function saveKurtaInColours(db: ShopDatabase, store: PictureStore, moss: { r: number; g: number; b: number }) {
  const storeColour = async (background: { r: number; g: number; b: number }) =>
    store.store(
      await sharp({ create: { width: 40, height: 50, channels: 3, background } })
        .png()
        .toBuffer(),
    );
  const pictures = new Map([
    ['rust.png', await storeColour({ r: 180, g: 70, b: 20 })],
    ['moss.png', await storeColour(moss)],
  ]);
  const [rust] = KURTA.variants;
  if (!rust) throw new Error('The kurta has no variant.');
  const record = {
    ...KURTA,
    variants: [...KURTA.variants, { ...rust, sku: 'TK-G', values: { color: 'Moss', size: 'M' } }],
    images: [
      { src: 'rust.png', alt: '', color: 'Rust' },
      { src: 'moss.png', alt: '', color: 'Moss' },
    ],
  };
  const { problems } = await saveCatalogueBatch(db, [record], pictures);
  expect(problems).toEqual([]);
  await db.write.updateTable('variant').set({ quantity: 5 }).where('sku', '=', 'TK-G').execute();
  return { rust: pictures.get('rust.png')?.hash ?? '', moss: pictures.get('moss.png')?.hash ?? '' };
}

onBothEngines('an order line', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    return { db, ...orderFixture(db) };
  }

  test('stores the shipping day that the product page showed, or none if the item is in stock', async () => {
    const { db, cartOf, place, mails } = await setUp();
    await db.write.updateTable('variant').set({ pre_order_at: DECEMBER }).where('sku', 'in', ['TK-L', 'TS']).execute();
    const order = await place(await cartOf(['test-kurta', 1, 1], ['test-scarf', 1]));
    const lines = await linesOf(db, order.id);
    expect(lines.map(({ slug, pre_order_at }) => [slug, pre_order_at])).toEqual([
      ['test-kurta', DECEMBER],
      ['test-scarf', null],
    ]);
    await db.write.updateTable('variant').set({ pre_order_at: null }).execute();
    expect(orderJson(order, await linesOf(db, order.id)).lines[0]?.pre_order, 'the day stays as promised').toBe(
      '2026-12-12',
    );
    const [mail] = await mails('order_placed');
    expect(mail?.text).toContain('It ships from 12 Dec 2026');
    expect(mail?.text).not.toContain('It arrives in');
  });

  test('is rejected if its item has become a pre-order or the shipping day has changed', async () => {
    const { db, cartOf, place, stock } = await setUp();
    const owner = await cartOf(['test-scarf', 3]);
    await db.write
      .updateTable('variant')
      .set({ quantity: 2, pre_order_at: DECEMBER })
      .where('sku', '=', 'TS')
      .execute();
    await expect(place(owner, { shipsAt: null })).rejects.toThrow(SHIP_DATE_CHANGED);
    await expect(place(owner, { shipsAt: DECEMBER - 1 })).rejects.toThrow(SHIP_DATE_CHANGED);
    expect((await stock())['test-scarf']).toEqual({ stock: 2, sold: 0 });
    const order = await place(owner, { shipsAt: DECEMBER });
    expect((await linesOf(db, order.id))[0]?.pre_order_at).toBe(DECEMBER);
  });

  test('keeps the colour and picture as bought if the owner replaces or removes the picture', async () => {
    const { db, cartOf, place } = await setUp();
    const store = new PictureStore(dir);
    const firstPictures = await saveKurtaInColours(db, store, { r: 90, g: 110, b: 50 });
    const order = await place(await cartOf(['test-kurta', 1, 2]));
    const readLines = async () => (await linesOf(db, order.id)).map(({ color, picture }) => [color, picture]);
    const boughtLines = [['Moss', `/pictures/${firstPictures.moss}-240.webp`]];
    expect(await readLines()).toEqual(boughtLines);

    const laterPictures = await saveKurtaInColours(db, store, { r: 10, g: 120, b: 120 });
    expect(laterPictures.moss).not.toBe(firstPictures.moss);
    expect(await readLines()).toEqual(boughtLines);
    await db.write.deleteFrom('picture').execute();
    expect(await readLines()).toEqual(boughtLines);
    expect(await store.resize(firstPictures.moss, 240, 'webp'), 'the old picture still exists').toBeInstanceOf(
      Uint8Array,
    );
  });

  test('from an older order shows the current picture of its colour, or else the first picture', async () => {
    const { db, cartOf, place } = await setUp();
    const currentPictures = await saveKurtaInColours(db, new PictureStore(dir), { r: 90, g: 110, b: 50 });
    const order = await place(await cartOf(['test-kurta', 1, 2]));
    await db.write.updateTable('order_line').set({ picture_hash: null, color: null }).execute();
    const readPicture = async () => (await linesOf(db, order.id))[0]?.picture;
    expect(await readPicture()).toBe(`/pictures/${currentPictures.moss}-240.webp`);
    await db.write.updateTable('order_line').set({ variant: 'Slate/M' }).execute();
    expect(await readPicture()).toBe(`/pictures/${currentPictures.rust}-240.webp`);
  });
});

onBothEngines('the cash fee', (open) => {
  test('is part of the delivery charge and also stored separately, both at checkout and after a switch to cash', async () => {
    const db = await open();
    await stockGoods(db);
    const { shop, cartOf, place } = orderFixture(db);
    const cashOrder = await place(await cartOf(['test-scarf', 1]), { address: MUMBAI });
    expect(cashOrder).toMatchObject({ delivery_paise: 7_900 + 2_900, cod_fee_paise: 2_900 });
    const onlineOrder = await place(await cartOf(['test-scarf', 1]), { address: MUMBAI, payment: 'test' });
    expect(onlineOrder).toMatchObject({ delivery_paise: 7_900, cod_fee_paise: 0 });
    expect((await cashTerms(shop.db.write, shop, onlineOrder))?.totalPaise).toBe(cashOrder.total_paise);
    const changedOrder = await switchToCashOnDelivery(shop, onlineOrder.id);
    expect(changedOrder).toMatchObject({
      delivery_paise: 7_900 + 2_900,
      cod_fee_paise: 2_900,
      total_paise: cashOrder.total_paise,
    });
    expect(orderJson(changedOrder, await linesOf(db, onlineOrder.id))).toMatchObject({ delivery: 108, cod_fee: 29 });
  });
});
