import { pino } from 'pino';
import { afterEach } from 'vitest';
import { addToCart } from '#lib/cart/add-to-cart.server.ts';
import type { CartOwner } from '#lib/cart/cart-owner.server.ts';
import type { OrderInput } from '#lib/orders/order-rows.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { newMailSender, sendDueMail } from '#lib/platform/mail/mail-worker.server.ts';
import { readSettings } from '#lib/platform/settings.server.ts';
import { stockGoods } from './goods.ts';
import { orderDesk } from './order-desk.ts';
import { type RoughMailServer, startRoughMailServer } from './rough-mail-server.ts';

const servers: RoughMailServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A desk of orders whose mails really go out, to a server that keeps them. */
export async function mailingDesk(db: ShopDatabase) {
  await stockGoods(db);
  const desk = orderDesk(db);
  const server = await startRoughMailServer(() => 'take');
  servers.push(server);
  const settings = readSettings({ SMTP_URL: server.url });
  const sender = newMailSender();
  const sendRound = () =>
    sendDueMail({ db, log: pino({ level: 'silent' }), settings, now: () => desk.clock.at }, sender);
  return {
    ...desk,
    server,
    sendRound,
    /** Lets time pass, with a round of the worker at each step. */
    async goOn(forMs: number, stepMs: number) {
      for (const end = desk.clock.at + forMs; desk.clock.at < end; desk.clock.at += stepMs) await sendRound();
    },
    /** One scarf. */
    async order(email: string, input: Partial<OrderInput> = {}, { customerId }: CartOwner = {}) {
      const contact = { email, mobile: '9876543210' };
      if (customerId === undefined) return desk.place(await desk.cartOf(['test-scarf', 1]), { contact, ...input });
      await addToCart(desk.shop, { customerId }, { product: 'test-scarf', quantity: 1 });
      return desk.place({ customerId }, { contact, ...input });
    },
  };
}
