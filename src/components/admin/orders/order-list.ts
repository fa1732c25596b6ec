import type { ListColumn, ListFilter } from '#components/admin/list/list.ts';
import type { OrderStatus } from '#lib/platform/db/tables/orders.ts';
import type { FilterChoices } from '#lib/sales/orders/list/list-orders.server.ts';
import { isInScope, type OrderScope } from '#lib/sales/orders/record/order-scope.ts';
import { PAYMENT_NAMES, STATUS_NAMES } from '#lib/sales/orders/record/orders.ts';

/** The columns, in the order of the cells in `OrderRow.astro`. */
export const ORDER_COLUMNS: readonly ListColumn[] = [
  { label: 'Order' },
  { label: 'Amount', sort: { ascending: 'lowest', descending: 'highest' }, isEndAligned: true },
  { label: 'Customer' },
  { label: 'Status' },
  { label: 'Placed', sort: { ascending: 'oldest', descending: 'newest' } },
  { label: 'Courier' },
];

export const ORDER_SORTS = [
  ['oldest', 'Oldest first'],
  ['newest', 'Newest first'],
  ['highest', 'Highest amount first'],
  ['lowest', 'Lowest amount first'],
] as const;

/** Returns the filters, without the statuses of orders that the staff member may not see. */
export function orderFilters({ states, zones, carriers }: FilterChoices, scope: OrderScope): ListFilter[] {
  const statuses = Object.entries(STATUS_NAMES).filter(([status]) => isInScope(scope, status as OrderStatus));
  return [
    {
      name: 'status',
      label: 'Status',
      options: [
        ['open', 'Open'],
        ['all', 'All'],
        ['to_confirm', 'To confirm'],
        ['to_pack', 'To pack'],
        ['to_ship', 'Packed, to ship'],
        ['pre_order', 'Pre-orders'],
        ['cod_unconfirmed', 'COD not confirmed'],
        ...(isInScope(scope, 'delivered') ? [['cash_due', 'Cash not received yet'] as const] : []),
        ...statuses,
      ],
      isMain: true,
    },
    { name: 'payment', label: 'Payment', options: Object.entries(PAYMENT_NAMES), anyLabel: 'Any payment' },
    { name: 'from', label: 'Placed from' },
    { name: 'to', label: 'Placed until' },
    { name: 'state', label: 'State', options: optionsOf(states), anyLabel: 'Any state' },
    { name: 'zone', label: 'Delivery zone', options: optionsOf(zones), anyLabel: 'Any zone' },
    { name: 'carrier', label: 'Courier', options: optionsOf(carriers), anyLabel: 'Any courier' },
  ];
}

function optionsOf(values: readonly string[]): [string, string][] {
  return values.map((value) => [value, value]);
}
