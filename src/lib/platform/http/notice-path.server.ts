import type { RouteTable } from '#lib/platform/http/route-table.ts';

/** Where a message for one person is shown before they go on to `next`: a page that is the same for everyone can't show it. */
export function noticePath(routes: RouteTable, next: string): string {
  return routes.isShared(pathOf(next)) ? `/notice?back=${encodeURIComponent(next)}` : next;
}

export function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? '/';
}
