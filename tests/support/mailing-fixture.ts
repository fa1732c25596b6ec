import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { newMailSender, sendDueMail } from '#lib/platform/mail/mail-worker.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import type { CartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import type { OrderInput } from '#lib/sales/checkout/order-rows.ts';
import { startFaultyMailServer } from './faulty-mail-server.ts';
import { stockGoods } from './goods.ts';
import { orderFixture } from './order-fixture.ts';

/** Returns an order fixture that sends its emails to a test server. */
export async function mailingFixture(db: ShopDatabase) {
  await stockGoods(db);
  const fixture = orderFixture(db);
  const server = await startFaultyMailServer(() => 'accept');
  onTestFinished(() => server.close());
  const settings = readSettings({ SMTP_URL: server.url });
  const sender = newMailSender();
  const sendRound = () =>
    sendDueMail({ db, log: pino({ level: 'silent' }), settings, now: () => fixture.clock.at }, sender);
  return {
    ...fixture,
    server,
    sendRound,
    /** Advances the clock, and sends due emails at each step. */
    async advance(forMs: number, stepMs: number) {
      for (const end = fixture.clock.at + forMs; fixture.clock.at < end; fixture.clock.at += stepMs) await sendRound();
    },
    /** Orders one scarf as the customer with this id, or as a guest if no id is passed. */
    async order(email: string, input: Partial<OrderInput> = {}, { customerId }: CartOwner = {}) {
      const contact = { email, mobile: '9876543210' };
      if (customerId === undefined)
        return fixture.place(await fixture.cartOf(['test-scarf', 1]), { contact, ...input });
      await addToCart(fixture.shop, { customerId }, { product: 'test-scarf', quantity: 1 });
      return fixture.place({ customerId }, { contact, ...input });
    },
  };
}
