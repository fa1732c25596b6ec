import type { APIContext } from 'astro';
import type { StaffSession } from '#lib/admin/sign-in/sessions.server.ts';
import { orderScopeOf } from '#lib/admin/staff/roles.ts';
import { recordReadingOrder } from '#lib/sales/orders/desk/record-reading-order.server.ts';
import { isInScope } from '#lib/sales/orders/record/order-scope.ts';

const ORDER_ROUTE = /^\/admin\/orders\/\[id\](?:\/|$)/;

/**
 * For each page and endpoint of one order: false if the order is not among those that this person may see. Pages show the
 * customer's data, which is recorded.
 */
export async function admitToOrder(
  { locals, params, routePattern, request }: APIContext,
  { role }: StaffSession,
): Promise<boolean> {
  if (!ORDER_ROUTE.test(routePattern) || params.id === undefined) return true;
  const { shop } = locals;
  const query = shop.db.write.selectFrom('orders').select('order_status').where('id', '=', params.id);
  const order = await query.executeTakeFirst();
  // The route itself answers for an order that does not exist.
  if (!order) return true;
  if (!isInScope(orderScopeOf(role), order.order_status)) return false;
  if (request.method === 'GET') await recordReadingOrder(shop, params.id);
  return true;
}
