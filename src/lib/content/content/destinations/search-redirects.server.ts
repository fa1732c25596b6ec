import { wordsOf } from '#lib/catalog/search/words/word-fields.ts';
import {
  type Destination,
  destinationAt,
  destinationFromInput,
} from '#lib/content/content/destinations/destinations.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { invalidate } from '#lib/platform/db/invalidation.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const MAX_LISTED_REDIRECTS = 200;
const NO_DESTINATION = 'No product, list, outfit, article or other page of the shop has this URL or SKU.';

/** Returns the page to which the owner redirects this search; undefined if there is none that shoppers see. */
export async function searchRedirect(shop: Pick<Shop, 'db' | 'now'>, term: string): Promise<Destination | undefined> {
  const query = shop.db.read.selectFrom('search_redirect').select('path').where('term', '=', normalizeTerm(term));
  const redirect = await query.executeTakeFirst();
  return redirect && destinationAt(shop, redirect.path);
}

export interface ListedRedirect {
  term: string;
  path: string;
  /** The name of the page; undefined if shoppers no longer see a page there, so that the redirect has no effect. */
  name: string | undefined;
}

/** Returns up to 200 redirects, sorted by term. */
export async function listRedirects(shop: Pick<Shop, 'db' | 'now'>): Promise<ListedRedirect[]> {
  const rows = await shop.db.read
    .selectFrom('search_redirect')
    .selectAll()
    .orderBy('term')
    .limit(MAX_LISTED_REDIRECTS)
    .execute();
  return Promise.all(
    rows.map(async ({ term, path }) => ({ term, path, name: (await destinationAt(shop, path))?.name })),
  );
}

/**
 * Redirects a search to a page of the shop, and replaces an earlier redirect of this search. `to` is a path, a URL of
 * the shop, or the SKU or slug of a product. Throws a ShopError `invalid` if shoppers see no such page.
 */
export async function addRedirect(
  shop: Pick<Shop, 'db' | 'now' | 'settings'>,
  { term: input, to }: { term: string; to: string },
): Promise<{ term: string; destination: Destination }> {
  const term = normalizeTerm(input);
  const destination = await destinationFromInput(shop, to);
  if (!destination) throw new ShopError('invalid', NO_DESTINATION, { to: NO_DESTINATION });
  await transaction(shop.db, async (tx) => {
    const oldRedirect = await tx
      .selectFrom('search_redirect')
      .select('path')
      .where('term', '=', term)
      .executeTakeFirst();
    const row = { term, path: destination.path, created_at: shop.now() };
    await tx
      .insertInto('search_redirect')
      .values(row)
      .onConflict((on) => on.column('term').doUpdateSet({ path: row.path }))
      .execute();
    const entry = { action: 'redirect search', record: { kind: 'search', id: term }, before: oldRedirect };
    await recordAudit(tx, { ...entry, after: { path: destination.path } }, shop.now());
    // Invalidates cached search suggestions and search pages, which depend on the redirects.
    await invalidate(tx, ['list']);
  });
  return { term, destination };
}

/** Removes a redirect. Throws a ShopError `not_found` if searches for the term are not redirected. */
export async function removeRedirect({ db, now }: Pick<Shop, 'db' | 'now'>, term: string): Promise<void> {
  await transaction(db, async (tx) => {
    const oldRedirect = await tx
      .deleteFrom('search_redirect')
      .where('term', '=', term)
      .returning('path')
      .executeTakeFirst();
    if (!oldRedirect) throw new ShopError('not_found', `Searches for “${term}” are not redirected.`);
    const record = { kind: 'search', id: term };
    await recordAudit(tx, { action: 'remove search redirect', record, before: oldRedirect }, now());
    await invalidate(tx, ['list']);
  });
}

/** Returns the term in lower case and without punctuation. */
function normalizeTerm(term: string): string {
  return wordsOf(term).join(' ');
}
