import { INBOX_QUERY } from '#lib/admin/inbox/inbox-query.schema.ts';
import type { Permission } from '#lib/admin/staff/roles.ts';
import type { ListSchema } from '#lib/admin/views/list-url.ts';
import { PRODUCT_QUERY } from '#lib/catalog/admin/list/product-query.schema.ts';
import { CUSTOMER_QUERY } from '#lib/sales/account/admin/customer-query.schema.ts';
import { ORDER_QUERY } from '#lib/sales/orders/list/order-query.schema.ts';

/** The lists whose filters can be saved. `permission` is needed to open the list. */
export const VIEW_LISTS = {
  products: { path: '/admin/products', schema: PRODUCT_QUERY, permission: 'read products' },
  orders: { path: '/admin/orders', schema: ORDER_QUERY, permission: 'read orders' },
  customers: { path: '/admin/customers', schema: CUSTOMER_QUERY, permission: 'customers' },
  inbox: { path: '/admin/inbox', schema: INBOX_QUERY, permission: 'exchanges' },
} as const satisfies Record<string, { path: string; schema: ListSchema; permission: Permission }>;

export type ViewListName = keyof typeof VIEW_LISTS;
