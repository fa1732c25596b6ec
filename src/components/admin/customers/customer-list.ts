import type { ListColumn, ListFilter } from '#components/admin/list/list.ts';

/** The columns, in the order of the cells in `CustomerRow.astro`. */
export const CUSTOMER_COLUMNS: readonly ListColumn[] = [
  { label: 'Customer' },
  { label: 'Total', isEndAligned: true },
  { label: 'Contact' },
  { label: 'Account since', sort: { ascending: 'oldest', descending: 'newest' } },
];

export const CUSTOMER_SORTS = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
] as const;

export const CUSTOMER_FILTERS: ListFilter[] = [
  {
    name: 'orders',
    label: 'Orders',
    options: [
      ['some', 'Buyers'],
      ['none', 'No orders'],
    ],
    anyLabel: 'All',
    isMain: true,
  },
];
