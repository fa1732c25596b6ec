import { pathOf } from '#lib/platform/http/guards.server.ts';
import type { RouteTable } from '#lib/platform/http/route-table.ts';

/**
 * Returns the path of the page that shows a message: `next`, or `/notice` if `next` is the same for everyone, because
 * such a page can't show a message for one person.
 */
export function noticePath(routes: RouteTable, next: string): string {
  return routes.isShared(pathOf(next)) ? `/notice?back=${encodeURIComponent(next)}` : next;
}
