import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { CartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import { readCheckout, saveStep } from '#lib/sales/checkout/checkout.server.ts';
import type { CheckoutStep } from '#lib/sales/checkout/checkout.ts';
import { type PlaceOrderForm, placeFromDraft } from '#lib/sales/checkout/place.server.ts';
import { addCustomer } from './customers.ts';
import { stockGoods } from './goods.ts';
import { orderFixture } from './order-fixture.ts';

export const CONTACT = { email: 'asha@example.in', mobile: '9876543210' };
export const ADDRESS = {
  name: 'Asha Rao',
  phone: '9876543210',
  pincode: '500003',
  house: '5-4-86',
  street: 'Karkhana Lane',
};

/** Creates a guest or a customer who has two scarves in the cart and has not begun the checkout. */
export async function checkoutFixture(db: ShopDatabase, isCustomer = false, env: Record<string, string> = {}) {
  await stockGoods(db);
  const fixture = orderFixture(db);
  const shop = { ...fixture.shop, settings: readSettings(env) } as unknown as Shop;
  const asha = isCustomer ? await addCustomer(db) : undefined;
  const customerQuery = db.write.selectFrom('customer').selectAll();
  const customer = asha && (await customerQuery.where('id', '=', asha.id).executeTakeFirstOrThrow());
  const guest = await fixture.cartOf(['test-scarf', 2]);
  if (customer) await db.write.updateTable('cart').set({ customer_id: customer.id, token_hash: null }).execute();
  const owner: CartOwner = customer ? { customerId: customer.id } : guest;
  const save = (step: CheckoutStep, typed: Record<string, unknown>) =>
    saveStep(shop, owner, customer, { step, ...typed });
  const read = () => readCheckout(shop, owner, customer);
  /** Fills in every step before the payment. */
  async function fill(): Promise<void> {
    await save('contact', CONTACT);
    await save('address', { ...ADDRESS, address: 'new' });
    await save('delivery', { delivery: 'standard' });
  }
  /** Returns the fields of the last step's form, as the page currently shows them. */
  async function form(payment: 'cod' | 'online' = 'cod'): Promise<PlaceOrderForm> {
    const { cart, draft } = await read();
    const total = cart.totals.totalPaise / 100;
    return { key: draft.key, payment, total_cod: total, total_online: total };
  }
  const place = (placeForm: PlaceOrderForm) => placeFromDraft(shop, owner, customer, placeForm);
  const orders = () => db.write.selectFrom('orders').selectAll().orderBy('number').execute();
  return { db, shop, fixture, owner, customer, save, read, fill, form, place, orders };
}
