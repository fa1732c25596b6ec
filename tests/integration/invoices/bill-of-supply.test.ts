import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { checkTexts } from '#lib/content/publishing/save-documents.server.ts';
import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import { holdBackUntaxedGoods } from '#lib/operations/jobs/hold-back.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { saveContent } from '#lib/platform/content/own-content.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { readCart } from '#lib/sales/cart/read-cart.server.ts';
import { readCreditNote, readInvoice } from '#lib/sales/invoices/invoice.server.ts';
import { taxTable } from '#lib/sales/invoices/tax-document.ts';
import { taxDocumentPdf } from '#lib/sales/invoices/tax-document-pdf.server.ts';
import { formatOrder } from '#lib/sales/orders/commands/order-text.server.ts';
import { cancelPart, recordReturn } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { textOfPdf } from '#support/pdf-text.ts';

const GSTIN = '36AAZCT0000K1Z6';
const TAX_WORDS = /GST|Taxable|reverse charge|Place of supply|%/;

onBothEngines('documents from a seller who does not collect GST', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    await db.write.updateTable('variant').set({ quantity: 100 }).where('sku', 'in', ['TK-M', 'TS']).execute();
    const fixture = orderFixture(db);
    const saveSettings = async (values: Record<string, string>) => {
      fixture.clock.at += HOUR_MS;
      await setFields(fixture.shop, SETTINGS, values);
      fixture.clock.at += HOUR_MS;
    };
    const viewerOf = (order: OrderRow) => ({ token: trackToken(fixture.shop.secretKey, order.id) });
    return {
      ...fixture,
      db,
      saveSettings,
      place: async () => fixture.place(await fixture.cartOf(['test-kurta', 2], ['test-cloth', 2.5])),
      async ship(order: OrderRow) {
        await moveOrder(fixture.shop, order.id, 'shipped');
        return (await readInvoice(fixture.shop, order.id, viewerOf(order))).document;
      },
      readNote: async (order: OrderRow, number: string) =>
        (await readCreditNote(fixture.shop, order.id, viewerOf(order), number)).document,
    };
  }

  test('of a shop without a GSTIN are a bill of supply and a credit note without tax, at the same prices', async () => {
    const { db, shop, saveSettings, place, ship, readNote, cartOf } = await setUp();
    const taxedOrder = await place();
    await saveSettings({ gstin: '' });
    const cart = await readCart(shop, await cartOf(['test-kurta', 2], ['test-cloth', 2.5]));
    expect(cart.totals).toMatchObject({ totalPaise: taxedOrder.total_paise, taxPaise: 0 });
    const order = await place();
    expect(order).toMatchObject({ tax_scheme: 'unregistered', tax_paise: 0, total_paise: taxedOrder.total_paise });
    const bill = await ship(order);
    expect(bill).toMatchObject({ title: 'Bill of supply', number: 'TA/26-27/000001' });
    expect(taxTable(bill).headings).toEqual(['Goods', 'Quantity', 'Unit price', 'Discount', 'Total']);
    await moveOrder(shop, order.id, 'delivered');
    await recordReturn(shop, order.id, { lines: [{ position: 0, quantity: 1 }] });
    const credit = await readNote(order, 'CN/26-27/000001');
    expect(credit.title).toBe('Credit note');
    expect(Object.fromEntries(credit.details)).toHaveProperty('Against bill of supply');
    for (const document of [bill, credit]) {
      const text = textOfPdf(await taxDocumentPdf(document));
      const { remark } = document;
      expect(text).toContain(remark);
      expect(text.replace(remark, '')).not.toMatch(TAX_WORDS);
      expect(text).toContain(document.sum.total);
    }
    expect((await formatOrder(db, order)).join('\n')).toContain('without tax: not registered');
    expect((await ship(taxedOrder)).number).toBe('TA/26-27/000002');
  });

  test('are issued according to whether a GSTIN was set when the order was placed', async () => {
    const { saveSettings, place, ship } = await setUp();
    await saveSettings({ gstin: '' });
    const orderBefore = await place();
    await saveSettings({ gstin: GSTIN });
    const orderWithGstin = await place();
    const bill = await ship(orderBefore);
    expect(bill.title).toBe('Bill of supply');
    expect(bill.seller.join()).not.toContain('GSTIN');
    await saveSettings({ gstin: '' });
    const invoice = await ship(orderWithGstin);
    expect(invoice.title).toBe('Tax invoice');
    expect(invoice.seller).toContain(`GSTIN ${GSTIN}`);
    expect(taxTable(invoice).headings).toContain('CGST');
    expect((await ship(await place())).title).toBe('Bill of supply');
  });

  test('of a composition dealer are bills of supply with the GSTIN, HSN and legal notice', async () => {
    const { saveSettings, place, ship } = await setUp();
    await saveSettings({ gstScheme: 'composition' });
    const bill = await ship(await place());
    expect(bill.title).toBe('Bill of supply');
    expect(bill.remark).toBe('composition taxable person, not eligible to collect tax on supplies');
    expect(bill.seller).toContain(`GSTIN ${GSTIN}`);
    expect(taxTable(bill).headings).toEqual(['Goods', 'HSN / SAC', 'Quantity', 'Unit price', 'Discount', 'Total']);
    const text = textOfPdf(await taxDocumentPdf(bill));
    expect(text).toContain(bill.remark);
    expect(text.replace(`GSTIN ${GSTIN}`, '')).not.toMatch(TAX_WORDS);
  });

  test('do not require a known GST rate; a live shop hides products without one only if it has a GSTIN', async () => {
    const { db, shop, saveSettings } = await setUp();
    const liveShop = { ...shop, log: { warn() {} } as never, settings: { mode: 'live' as const } };
    const isShown = async () => (await showProduct(db, 'test-kurta')) !== undefined;
    await db.write.updateTable('variant').set({ tax_hsn: '0101', hsn: '0101' }).execute();
    await holdBackUntaxedGoods(liveShop);
    expect(await isShown()).toBe(false);
    await saveSettings({ gstin: '' });
    await holdBackUntaxedGoods(liveShop);
    expect(await isShown()).toBe(true);
    await saveSettings({ gstin: GSTIN });
    await holdBackUntaxedGoods(liveShop);
    expect(await isShown()).toBe(false);
  });

  describe('after the migration of an older database', () => {
    async function setUpMigratedDatabase(gstin: string) {
      const fixture = await setUp();
      const { db, shop, saveSettings, place, ship } = fixture;
      const [shippedOrder, openOrder] = [await place(), await place()];
      await ship(shippedOrder);
      await cancelPart(shop, openOrder.id, [{ position: 0, quantity: 1 }]);
      await saveSettings({ gstin });
      await sql`alter table orders drop column tax_scheme`.execute(db.write);
      await db.write.deleteFrom('migration').where('name', '=', '0046-tax-scheme').execute();
      await migrate(db);
      const readOrder = (id: string) =>
        db.write.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      return { ...fixture, shippedOrder: await readOrder(shippedOrder.id), openOrder: await readOrder(openOrder.id) };
    }

    test('of a shop without a GSTIN are unchanged if already issued, and bills of supply for open orders', async () => {
      const { db, shop, shippedOrder, openOrder, ship, readNote } = await setUpMigratedDatabase('');
      expect(shippedOrder).toMatchObject({ tax_scheme: 'regular' });
      expect(shippedOrder.tax_paise).toBeGreaterThan(0);
      expect(openOrder).toMatchObject({
        tax_scheme: 'unregistered',
        tax_paise: 0,
        total_paise: shippedOrder.total_paise,
      });
      const [credit] = await db.write.selectFrom('order_credit').selectAll().execute();
      expect(credit?.tax_paise).toBe(0);
      const bill = await ship(openOrder);
      expect(bill.title).toBe('Bill of supply');
      await moveOrder(shop, openOrder.id, 'delivered');
      await recordReturn(shop, openOrder.id, { withDelivery: true });
      expect((await readNote(openOrder, 'CN/26-27/000001')).sum.total).toBe(bill.sum.total);
    });

    test('of a shop with a GSTIN keep the tax of open orders', async () => {
      const { shippedOrder, openOrder } = await setUpMigratedDatabase(GSTIN);
      expect(openOrder).toMatchObject({ tax_scheme: 'regular' });
      expect(openOrder.tax_paise).toBe(shippedOrder.tax_paise);
    });
  });
});

onBothEngines('a saved GSTIN', (open) => {
  test('must have a valid check character and the code of the shop’s state', async () => {
    const db = await open();
    const { shop } = orderFixture(db);
    const saveSettings = (values: Record<string, string>) => setFields(shop, SETTINGS, values);
    await expect(saveSettings({ gstin: '08ABCDE1234F1Z5', 'state.name': 'Rajasthan' })).rejects.toThrow(
      /gstin: 08ABCDE1234F1Z5 has a typing mistake/,
    );
    await expect(saveSettings({ gstin: '08ABCDE1234F1Z0' })).rejects.toThrow(
      /gstin: must begin with 36, the code of Telangana/,
    );
    expect(shopSettings(db).gstin).toBe(GSTIN);
    await saveSettings({ gstin: '08 abcde 1234 f1z0', 'state.name': 'Rajasthan' });
    expect(shopSettings(db).gstin).toBe('08ABCDE1234F1Z0');
    const text = JSON.stringify({ gstin: '08ABCDE1234F1Z5' });
    expect(() => checkTexts([{ document: SETTINGS, path: 'settings', text }], shop)).toThrow(/typing mistake/);
  });

  test('is not checked if it was saved before these rules existed', async () => {
    const db = await open();
    const { shop } = orderFixture(db);
    const body = JSON.stringify({ gstin: '08ABCDE1234F1Z5', state: { name: 'Rajasthan' } });
    await saveContent(db, [{ path: 'settings', state: 'own', body, baseVersion: 0 }], { tags: [], now: shop.now() });
    await contentOf(db).reload(db);
    expect(shopSettings(db).gstin).toBe('08ABCDE1234F1Z5');
    await setFields(shop, SETTINGS, { name: 'Kora' });
    expect(shopSettings(db)).toMatchObject({ name: 'Kora', gstin: '08ABCDE1234F1Z5' });
  });
});
