import type { APIContext } from 'astro';
import { staffOf } from '#lib/admin/access/admin-endpoint.server.ts';
import { orderScopeOf } from '#lib/admin/staff/roles.ts';
import { recordOrderRead } from '#lib/sales/orders/admin/record-order-read.server.ts';
import { limitToScope } from '#lib/sales/orders/record/order-scope.ts';

const LIST_PATH = '/admin/orders';

/**
 * Returns whether the request may continue: false for a page or endpoint of an order that does not exist, or that the
 * person may not see. Pages show the customer's data, so opening a page is recorded.
 */
export async function admitToOrder({ locals, params, routePattern, request }: APIContext): Promise<boolean> {
  if (!routePattern.startsWith(`${LIST_PATH}/[id]`)) return true;
  if (!(await maySeeOrder(locals, params.id))) return false;
  if (request.method === 'GET') await recordOrderRead(locals.shop, params.id ?? '');
  return true;
}

/** Returns the path of the order's page, or of the list if the person may not see the order. */
export async function orderPagePath(locals: App.Locals, id: string | undefined): Promise<string> {
  return (await maySeeOrder(locals, id)) ? `${LIST_PATH}/${id}` : LIST_PATH;
}

async function maySeeOrder(locals: App.Locals, id = ''): Promise<boolean> {
  const query = locals.shop.db.write.selectFrom('orders').select('id').where('id', '=', id);
  return (await limitToScope(query, orderScopeOf(staffOf({ locals }).role)).executeTakeFirst()) !== undefined;
}
