import type { ListColumn, ListFilter } from '#components/admin/list/list.ts';
import { PRODUCT_STATUS_NAMES } from '#lib/catalog/admin/product-words.ts';
import { type CategoryBranch, categoryOptions } from '#lib/catalog/listing/taxonomy.server.ts';

/** The columns, in the order of the cells in `ProductRow.astro`. */
export const PRODUCT_COLUMNS: readonly ListColumn[] = [
  { label: 'Product', sort: { ascending: 'name', descending: 'name_desc' } },
  { label: 'Price', sort: { ascending: 'cheapest', descending: 'dearest' }, isEndAligned: true },
  { label: 'Stock', sort: { ascending: 'least_stock', descending: 'most_stock' } },
  { label: 'Status' },
  { label: 'Added', sort: { ascending: 'oldest', descending: 'newest' } },
  { label: 'Change' },
];

export const PRODUCT_SORTS = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['name', 'Name'],
  ['name_desc', 'Name, Z to A'],
  ['cheapest', 'Lowest price first'],
  ['dearest', 'Highest price first'],
  ['least_stock', 'Least stock first'],
  ['most_stock', 'Most stock first'],
] as const;

export function productFilters(categories: readonly CategoryBranch[]): ListFilter[] {
  return [
    {
      name: 'needs',
      label: 'Show',
      options: [
        ['low_stock', 'Low stock'],
        ['sold_out', 'Sold out'],
        ['picture', 'No picture'],
        ['hsn', 'No HSN'],
        ['unsold', 'Not sold in 90 days'],
      ],
      anyLabel: 'All',
      isMain: true,
    },
    { name: 'status', label: 'Status', options: [['all', 'All'], ...Object.entries(PRODUCT_STATUS_NAMES)] },
    {
      name: 'category',
      label: 'Category',
      options: categoryOptions(categories),
      anyLabel: 'Any category',
    },
  ];
}
