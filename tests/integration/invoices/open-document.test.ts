import { expect, test } from 'vitest';
import { openDocument } from '#lib/sales/invoices/invoice.server.ts';
import { recordReturn } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { browserContext } from '#support/browser-context.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

onBothEngines('an order’s document', (open) => {
  async function setUpOrder() {
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

  test('is returned for its page with links, or as a PDF to download', async () => {
    const { shop, order, token, openQuery } = await setUpOrder();
    await moveOrder(shop, order.id, 'delivered');
    await recordReturn(shop, order.id, { lines: [{ position: 0, quantity: 1 }] });
    const invoice = await openQuery(`token=${token}`);
    if (invoice instanceof Response) throw new Error('A page was expected.');
    expect(invoice.document.title).toBe('Tax invoice');
    expect(invoice.links.map(({ label }) => label)).toEqual([
      'Back to the order',
      'Download as PDF',
      'Credit note CN/26-27/000001',
    ]);
    const note = await openQuery(`token=${token}`, 'CN/26-27/000001');
    expect(note).toMatchObject({ document: { title: 'Credit note' } });
    const pdf = await openQuery(`token=${token}&format=pdf`);
    if (!(pdf instanceof Response)) throw new Error('A PDF was expected.');
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('content-disposition')).toMatch(/^attachment; filename="invoice-[\w-]+-26-27-000001\.pdf"$/);
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  test('is refused with a JSON error if it does not exist yet, for a stranger, or under a wrong number', async () => {
    const { shop, order, token, openQuery } = await setUpOrder();
    const readRefusal = async (query: string, note?: string) => {
      const response = await openQuery(query, note);
      if (!(response instanceof Response)) throw new Error('A refusal was expected.');
      return [response.status, ((await response.json()) as { message: string }).message];
    };
    expect(await readRefusal(`token=${token}`)).toEqual([
      404,
      'This order has no invoice yet: it comes with the parcel.',
    ]);
    await moveOrder(shop, order.id, 'shipped');
    expect(await readRefusal(`token=${token}`, 'CN/1')).toEqual([404, 'This order has no such credit note.']);
    expect(await readRefusal('token=forged')).toEqual([404, 'We could not find this order.']);
  });

  test('fails with the original error, not a JSON error, if the database fails', async () => {
    const { db, token, openQuery } = await setUpOrder();
    await db.write.schema.alterTable('orders').renameTo('orders_away').execute();
    await expect(openQuery(`token=${token}`)).rejects.toThrow(/orders/);
  });
});
