import { expect, test } from 'vitest';
import { openDocument } from '#lib/sales/invoices/invoice.server.ts';
import { recordReturn } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { browserContext } from '#support/browser-context.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

onBothEngines('a document of an order', (open) => {
  async function placedOrder() {
    const db = await open();
    await stockGoods(db);
    const { shop, place, cartOf } = orderFixture(db);
    const order = await place(await cartOf(['test-scarf', 2]));
    const { visit } = browserContext(shop);
    const token = trackToken(shop.secretKey, order.id);
    const openQuery = (query: string, note?: string) =>
      openDocument(Object.assign(visit(`/?${query}`), { params: { orderId: order.id } }), note);
    return { db, shop, order, token, openQuery };
  }

  test('is returned to its page with its links, or as a PDF to download', async () => {
    const { shop, order, token, openQuery } = await placedOrder();
    await moveOrder(shop, order.id, 'delivered');
    await recordReturn(shop, order.id, { lines: [{ position: 0, quantity: 1 }] });
    const invoice = await openQuery(`token=${token}`);
    if (invoice instanceof Response) throw new Error('a page was expected');
    expect(invoice.document.title).toBe('Tax invoice');
    expect(invoice.links.map(({ label }) => label)).toEqual([
      'Back to the order',
      'Download as PDF',
      'Credit note CN/26-27/000001',
    ]);
    const note = await openQuery(`token=${token}`, 'CN/26-27/000001');
    expect(note).toMatchObject({ document: { title: 'Credit note' } });
    const pdf = await openQuery(`token=${token}&format=pdf`);
    if (!(pdf instanceof Response)) throw new Error('a PDF was expected');
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('content-disposition')).toMatch(/^attachment; filename="invoice-[\w-]+-26-27-000001\.pdf"$/);
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  test('is rejected as JSON: too early, for a stranger, or under another number', async () => {
    const { shop, order, token, openQuery } = await placedOrder();
    const refusal = async (query: string, note?: string) => {
      const response = await openQuery(query, note);
      if (!(response instanceof Response)) throw new Error('a refusal was expected');
      return [response.status, ((await response.json()) as { message: string }).message];
    };
    expect(await refusal(`token=${token}`)).toEqual([404, 'This order has no invoice yet: it comes with the parcel.']);
    await moveOrder(shop, order.id, 'shipped');
    expect(await refusal(`token=${token}`, 'CN/1')).toEqual([404, 'This order has no such credit note.']);
    expect(await refusal('token=forged')).toEqual([404, 'We could not find this order.']);
  });

  test('is not rejected as JSON after an internal error, which is thrown', async () => {
    const { db, token, openQuery } = await placedOrder();
    await db.write.schema.alterTable('orders').renameTo('orders_away').execute();
    await expect(openQuery(`token=${token}`)).rejects.toThrow(/orders/);
  });
});
