import { createTicket } from '#lib/customers/support/ticket.server.ts';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { placeOrder } from '#lib/sales/checkout/place-order.server.ts';
import { requestExchange } from '#lib/sales/exchanges/request-exchange.server.ts';
import { addCustomer } from '../customers.ts';
import { variantOf } from '../goods.ts';
import { COD } from '../order-fixture.ts';
import type { ShopMonth } from './month.ts';

export interface MonthOrder {
  id: string;
  number: string;
  customerId: string;
}

const shopOf = ({ db }: ShopMonth) => ({
  ...{ db, now: Date.now, secretKey: 'k'.repeat(40), settings: readSettings({}), files: {} as FileStore },
});

/** Places cash orders for one piece in the middle size, each for a new customer with an account. */
export async function placeOrders(month: ShopMonth, slug: string, name: string, count: number): Promise<MonthOrder[]> {
  const shop = shopOf(month);
  const variant = await variantOf(month.db, slug, 1);
  const orders: MonthOrder[] = [];
  for (let n = 0; n < count; n++) {
    const { id: customerId, email } = await addCustomer(month.db, name);
    const { token } = await addToCart(shop, {}, { product: slug, quantity: 1, variant });
    const input = { ...COD, contact: { ...COD.contact, email }, address: { ...COD.address, name } };
    const { id, number } = await placeOrder(shop, { token }, input);
    await month.db.write.updateTable('orders').set({ customer_id: customerId }).where('id', '=', id).execute();
    orders.push({ id, number, customerId });
  }
  return orders;
}

/** Requests an exchange as a customer, because the size is too small, without choosing a replacement. */
export async function requestLargerSize(month: ShopMonth, order: MonthOrder): Promise<void> {
  const request = { reasons: ['Size too small' as const], customReason: '', hasOriginalPackaging: 'true' as const };
  const viewer = { customerId: order.customerId };
  await requestExchange(shopOf(month), viewer, { ...request, order: order.id, lines: undefined }, []);
}

/** Opens a ticket as a customer, and returns its number. */
export async function writeTicket(month: ShopMonth, { customerId }: MonthOrder): Promise<string> {
  const ticket = { subject: 'Washing', priority: 'low', message: 'May I wash it in a machine?' } as const;
  return (await createTicket(shopOf(month), customerId, ticket, [])).number;
}
