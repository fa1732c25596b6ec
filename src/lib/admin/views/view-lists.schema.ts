import type { Permission } from '#lib/admin/staff/roles.ts';
import type { ListSchema } from '#lib/admin/views/list-address.ts';
import { ORDER_QUERY } from '#lib/sales/orders/list/order-query.schema.ts';

interface ViewList {
  path: string;
  schema: ListSchema;
  /** Who may open the list. */
  needs: Permission;
}

/** The lists whose filters can be saved. */
export const VIEW_LISTS = {
  orders: { path: '/admin/orders', schema: ORDER_QUERY, needs: 'read orders' },
} as const satisfies Record<string, ViewList>;

export type ViewListName = keyof typeof VIEW_LISTS;
