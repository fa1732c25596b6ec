import { publishedSummaries } from '#lib/content/content/journal/journal.server.ts';
import { MENUS, type MenuLink } from '#lib/content/content/menus.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** Returns the menus, without links to the journal while it has no articles. */
export async function readMenus(shop: Pick<Shop, 'db' | 'now'>) {
  const hasJournal = (await publishedSummaries(shop)).length > 0;
  return contentOf(shop.db).memo(`menus ${hasJournal}`, () => buildMenus(shop, hasJournal));
}

function buildMenus(shop: Pick<Shop, 'db'>, hasJournal: boolean) {
  const { header, mobile, footer } = contentOf(shop.db).of(MENUS);
  const shownLinks = (links: readonly MenuLink[]) => links.filter(({ link }) => link !== '/blogs' || hasJournal);
  return {
    header: shownLinks(header),
    mobile: shownLinks(mobile),
    footer: footer.map((column) => ({ ...column, links: shownLinks(column.links) })),
  };
}
