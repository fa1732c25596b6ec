import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseHold } from '#lib/sales/orders/holds/order-hold.server.ts';
import { cancelOrder } from '#lib/sales/orders/move-order.server.ts';
import { PAYMENT_HEADING, TEST_OUTCOMES } from '#lib/sales/payments/payments.ts';
import { hashesOf, servedFixture } from '#support/served-fixture.ts';

let fixture: Awaited<ReturnType<typeof servedFixture>>;
beforeAll(async () => {
  fixture = await servedFixture();
});
afterAll(() => fixture.close());

async function createUnpaidOrder() {
  const order = await fixture.place(await fixture.cartOf(['test-scarf', 1]), { payment: 'test' });
  const token = fixture.tokenOf(order.id);
  const path = `/public/payment-gateway/${order.id}?token=${token}`;
  return { order, path, orderPath: `/orders/track/${token}` };
}

test('the payment frame offers the payment methods in a form that works without JavaScript', async () => {
  const { order, path } = await createUnpaidOrder();
  const { status, html } = await fixture.page(path);
  expect(status).toBe(200);
  expect(html).toMatch(/<h1 class="same">Select Payment Method<\/h1>/);
  expect(html).toContain(order.number);
  for (const method of ['test', 'cod', 'later']) expect(html).toMatch(`<button name="method" value="${method}">`);
  expect(html).toContain(`data-order="${order.id}" data-state="choose"`);
  expect(formAction(html)).toBe(path);
  expect(html).not.toContain('http-equiv');
});

test('the payment frame allows only its inline style and script, and framing only by the shop', async () => {
  const { path } = await createUnpaidOrder();
  const { html, policy } = await fixture.page(path);
  const [style, script] = [hashesOf(html, 'style'), hashesOf(html, 'script')];
  expect([style.length, script.length]).toEqual([1, 1]);
  expect(policy).toBe(
    `default-src 'none'; style-src ${style[0]}; script-src ${script[0]}; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`,
  );
});

function postForm(path: string, body: string): Promise<Response> {
  const headers = {
    accept: 'text/html',
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
  };
  return fetch(fixture.origin + path, { method: 'POST', redirect: 'manual', headers, body });
}

test('the payment frame shows the state of the payment', async () => {
  const { order, path, orderPath } = await createUnpaidOrder();
  await postForm(path, 'method=test');
  const readHtml = async (state: string) => (await fixture.page(`${path}&state=${state}`)).html;
  const testGateway = await readHtml('test');
  for (const [outcome, text] of Object.entries(TEST_OUTCOMES)) {
    expect(testGateway).toContain(`value="${outcome}"`);
    expect(testGateway).toContain(text);
  }
  expect(await readHtml('declined')).toContain('nothing was charged');
  const waitingPage = await readHtml('waiting');
  expect(waitingPage).toMatch(/<meta http-equiv="refresh" content="3"\/?>/);
  expect(waitingPage).toContain('Waiting for the payment');
  expect(waitingPage).toContain(`target="_top" href="${orderPath}"`);
  await releaseHold(fixture.shop, order.id);
  const abandonedPage = await readHtml('abandoned');
  expect(abandonedPage).toContain('the goods are for sale again');
  expect(abandonedPage).not.toContain('value="later"');
  await cancelOrder(fixture.shop, order.id, 'customer');
  expect(await readHtml('choose')).toContain('Nothing to pay');
});

test('without JavaScript, the form leads to the page of the chosen method and then to the order', async () => {
  const { path, orderPath } = await createUnpaidOrder();
  const choiceResponse = await postForm(path, 'method=test');
  expect([choiceResponse.status, choiceResponse.headers.get('location')]).toEqual([303, `${path}&state=test`]);
  const paymentResponse = await postForm(path, 'outcome=approve');
  expect([paymentResponse.status, paymentResponse.headers.get('location')]).toEqual([303, path]);
  const { html } = await fixture.page(path);
  expect(html).toContain('Thank you');
  expect(html).toContain(`href="${orderPath}"`);
  const documentResponse = await fetch(fixture.origin + path, {
    redirect: 'manual',
    headers: { accept: 'text/html', 'sec-fetch-dest': 'document' },
  });
  expect([documentResponse.status, documentResponse.headers.get('location')]).toEqual([303, `${orderPath}?placed=1`]);
});

test('an unknown order is rejected with an error page in the payment frame', async () => {
  const { status, html, policy } = await fixture.page('/public/payment-gateway/none?token=x');
  expect(status).toBe(404);
  expect(html).toContain(PAYMENT_HEADING);
  expect(html).toMatch(/data-state="refused"/);
  expect(html).toMatch(/<p class="wrong" role="alert">/);
  expect(policy).toContain("frame-ancestors 'self'");
});

function formAction(html: string): string | undefined {
  return /<form method="post" action="([^"]*)"/.exec(html)?.[1]?.replaceAll(/&(#38|amp);/g, '&');
}
