import { chooseOrderLines } from '#lib/operations/demo-history/choose-variants.ts';
import { idOf, type StepContext } from '#lib/operations/demo-history/history-step.ts';
import { orderName } from '#lib/operations/demo-history/order-actions.server.ts';
import type { OrderPlan } from '#lib/operations/demo-history/order-plans.ts';
import { BUYERS, isCustomer } from '#lib/operations/demo-history/people.ts';
import { seededRandom } from '#lib/primitives/seeded-random.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { applyCoupon } from '#lib/sales/cart/cart-coupon.server.ts';
import type { CartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import { placeOrder } from '#lib/sales/checkout/place-order.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { startPayment } from '#lib/sales/payments/start-payment.server.ts';

/** Fills a cart and places an order as a guest or a customer. A test payment is started, but not completed. */
export async function placeDemoOrder(context: StepContext, plan: OrderPlan, planIndex: number): Promise<void> {
  const { shop, variants, ids } = context;
  let owner: CartOwner = isCustomer(plan.buyer) ? { customerId: idOf(context, plan.buyer) } : {};
  // Each order has a separate seed, so that changing one order does not change the others.
  for (const { variant, quantity } of chooseOrderLines(variants, plan.basket, seededRandom(planIndex + 1))) {
    const cartItem = { product: variant.slug, variant: String(variant.variantId), quantity };
    const { token } = await addToCart(shop, owner, cartItem);
    owner = token === undefined ? owner : { token };
  }
  if (plan.coupon) await applyCoupon(shop, owner, plan.coupon);
  const { email, mobile, address } = BUYERS[plan.buyer];
  const { payment, note } = plan;
  const order = await placeOrder(shop, owner, { contact: { email, mobile }, address, payment, note });
  ids.set(orderName(planIndex), order.id);
  if (payment === 'test') await beginPayment(context, order);
}

async function beginPayment({ shop }: StepContext, order: OrderRow): Promise<void> {
  const { id, number, total_paise: amountPaise } = order;
  await startPayment(shop, { id, number, amountPaise }, 'test');
  // The call to the test gateway runs in the background, but belongs to the transaction of this step.
  await shop.upstreams.settled();
}
