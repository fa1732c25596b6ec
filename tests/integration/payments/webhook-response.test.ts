import { expect, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { startMailServer } from '#support/mail-server.ts';
import { razorpayWebhook, startRazorpay } from '#support/razorpay-stand-in.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';

test('the shop responds to a webhook without waiting for the mail server or the gateway', async () => {
  const events: string[] = [];
  const mailServer = await startMailServer({
    onReceived({ subject }) {
      events.push(`mail waiting: ${subject.split(' ', 2).join(' ')}`);
      return 'silent';
    },
  });
  const razorpay = await startRazorpay();
  const { keyId, keySecret, webhookSecret, apiUrl } = razorpay.keys;
  const data = temporaryDir('webhook-response');
  const db = await openDatabase({ dataDir: data.dir });
  await migrate(db);
  await stockGoods(db);
  const variant = await variantOf(db, 'test-scarf');
  const env = {
    SMTP_URL: mailServer.url,
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    RAZORPAY_API_URL: apiUrl,
  };
  const shop = await startShop({ dataDir: data.dir, env });

  const buyer = new HttpBuyer();
  await buyer.addToCart(shop.origin, 'test-scarf', variant, 1);
  const placement = await buyer.order(shop.origin, 'first', { payment: 'razorpay' });
  expect(placement.status, placement.message).toBe(200);
  const order = placement.data;
  const paymentPath = `/public/payment-gateway/${order._id}?token=${encodeURIComponent(String(order.token))}`;
  const choice = await buyer.post(shop.origin, paymentPath, { method: 'razorpay' });
  await buyer.send('GET', shop.origin, String(choice.data.next));
  const readAttempts = () => db.write.selectFrom('payment_attempt').select('provider_order_id').execute();
  await expect.poll(readAttempts).toHaveLength(1);
  const [gatewayOrder = ''] = razorpay.orders.keys();
  expect(gatewayOrder, shop.output()).toMatch(/^order_/);
  // The mail server does not respond, so sending this order's email hangs until the end of the test.
  const otherBuyer = new HttpBuyer();
  await otherBuyer.addToCart(shop.origin, 'test-scarf', variant, 1);
  expect((await otherBuyer.order(shop.origin, 'other')).status).toBe(200);
  await expect.poll(() => events).toHaveLength(1);

  razorpay.isSilent = true;
  const { body, headers } = razorpayWebhook('payment.captured', razorpay.pay(gatewayOrder, 'captured'));
  const response = await fetch(`${shop.origin}/public/payment-gateway/razorpay/webhook`, {
    method: 'POST',
    headers: { ...Object.fromEntries(headers), 'content-type': 'application/json' },
    body: new Uint8Array(body),
  });
  expect([response.status, await response.json()]).toMatchObject([200, { data: { settlement: 'paid' } }]);
  events.push('webhook response');
  expect(events).toEqual(['mail waiting: Your Test', 'webhook response']);
  const waitingMails = await db.write
    .selectFrom('outbox')
    .select('kind')
    .where('kind', '=', 'order_payment_received')
    .execute();
  expect(waitingMails).toHaveLength(1);

  await shop.stop('SIGKILL');
  await Promise.all([mailServer.close(), razorpay.close(), db.close()]);
  data.remove();
});
