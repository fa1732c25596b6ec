import type { ListColumn, ListFilter } from '#components/admin/list/list.ts';
import { type InboxScope, KIND_NAMES } from '#lib/admin/inbox/inbox.ts';

/** The columns, in the order of the cells in `InboxRow.astro`. */
export const INBOX_COLUMNS: readonly ListColumn[] = [
  { label: 'Customer' },
  { label: 'Since', sort: { ascending: 'oldest', descending: 'newest' }, isEndAligned: true },
  { label: 'About' },
  { label: 'Kind' },
];

export const INBOX_SORTS = [
  ['oldest', 'Oldest first'],
  ['newest', 'Newest first'],
] as const;

export function inboxFilters({ kinds }: InboxScope): ListFilter[] {
  return [
    {
      name: 'state',
      label: 'State',
      options: [
        ['open', 'Open'],
        ['closed', 'Closed'],
        ['all', 'All'],
      ],
      isMain: true,
    },
    ...(kinds.length > 1
      ? [
          {
            name: 'kind',
            label: 'Kind',
            options: kinds.map((kind) => [kind, KIND_NAMES[kind]] as const),
            anyLabel: 'All kinds',
            isMain: true,
          },
        ]
      : []),
  ];
}
