import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCreditNote, readInvoice } from '#lib/sales/invoices/invoice.server.ts';
import { recordReturn } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { HOME } from '#support/order-fixture.ts';
import { hashesOf, servedFixture } from '#support/served-fixture.ts';

const OTHER_STATE_ADDRESS = { ...HOME, pincode: '560001', city: 'Bengaluru', state: 'Karnataka' };
let fixture: Awaited<ReturnType<typeof servedFixture>>;
beforeAll(async () => {
  fixture = await servedFixture();
});
afterAll(() => fixture.close());

async function placeShippedOrder(address = HOME) {
  const order = await fixture.place(await fixture.cartOf(['test-scarf', 1]), { address });
  await moveOrder(fixture.shop, order.id, 'shipped');
  const token = fixture.tokenOf(order.id);
  return { id: order.id, viewer: { token }, path: `/public/orders/invoice/${order.id}?token=${token}` };
}

test('an invoice page has the content of the document, and allows only its inline style', async () => {
  for (const address of [HOME, OTHER_STATE_ADDRESS]) {
    const { id, viewer, path } = await placeShippedOrder(address);
    const { document } = await readInvoice(fixture.shop, id, viewer);
    const { status, html, policy } = await fixture.page(path);
    expect(status).toBe(200);
    const isHome = address === HOME;
    for (const text of [
      isHome ? 'Telangana (36)' : 'Karnataka (29)',
      'Unit price',
      'Taxable value',
      '1 NOS',
      '6214',
      ...(isHome ? ['CGST', '2.5 %'] : ['IGST', '5 %']),
      document.amountInWords,
      document.sum.total,
    ])
      expect(html).toContain(text);
    const style = hashesOf(html, 'style');
    expect(style).toHaveLength(1);
    expect(policy).toBe(
      `default-src 'none'; style-src ${style[0]}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  }
});

test('an invoice page escapes text that customers entered', async () => {
  const { path } = await placeShippedOrder({ ...HOME, name: '<script>alert(1)</script> “आशा” & Co' });
  const { html } = await fixture.page(path);
  expect(html).not.toContain('<script');
  expect(html).toContain('आशा');
});

test('a document page links to the order, the PDF and the other documents of the order', async () => {
  const { id, viewer, path } = await placeShippedOrder();
  await moveOrder(fixture.shop, id, 'delivered');
  await recordReturn(fixture.shop, id);
  const { credits } = await readInvoice(fixture.shop, id, viewer);
  const number = credits[0]?.note_number ?? '';
  const query = new URLSearchParams({ token: viewer.token, number });
  const notePath = `/public/orders/credit-note/${id}?${query}`;
  const invoice = await fixture.page(path);
  expect(linksOf(invoice.html)).toEqual([
    ['Back to the order', `/orders/track/${viewer.token}`],
    ['Download as PDF', `${path}&format=pdf`],
    [`Credit note ${number}`, notePath],
  ]);
  const note = await fixture.page(notePath);
  expect(linksOf(note.html)).toEqual([
    ['Back to the order', `/orders/track/${viewer.token}`],
    ['Download as PDF', `${notePath}&format=pdf`],
    ['Tax invoice', path],
  ]);
  const { document } = await readCreditNote(fixture.shop, id, viewer, number);
  expect(note.html).toContain(`<h1>Credit note ${number}</h1>`);
  expect(note.html).toContain(`Credited: ₹${document.sum.total}`);
  const pdf = await fetch(`${fixture.origin}${notePath}&format=pdf`);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(pdf.headers.get('content-disposition')).toMatch(/^attachment; filename="credit-note-[\w-]+\.pdf"$/);
});

test('a request for a missing invoice or by a stranger gets a JSON error', async () => {
  const order = await fixture.place(await fixture.cartOf(['test-scarf', 1]));
  const token = fixture.tokenOf(order.id);
  for (const [query, message] of [
    [`?token=${token}`, 'it comes with the parcel'],
    ['', 'order'],
  ]) {
    const { status, html } = await fixture.page(`/public/orders/invoice/${order.id}${query}`);
    expect(status).toBe(404);
    expect(JSON.parse(html)).toMatchObject({
      status: 'error',
      message: expect.stringContaining(message ?? ''),
      data: null,
    });
  }
});

function linksOf(html: string): string[][] {
  const links = html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g);
  return [...links].map(([, href = '', label = '']) => [label, href.replaceAll(/&(#38|amp);/g, '&')]);
}
