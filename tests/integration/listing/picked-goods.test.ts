import { expect, it, vi } from 'vitest';
import { parseListQuery } from '#lib/catalog/listing/list-query.ts';
import { listingOf } from '#lib/catalog/listing/listing.server.ts';
import { ListingIndex } from '#lib/catalog/listing-index/listing-index.server.ts';
import { productsByIds } from '#lib/catalog/products/product-detail.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { onBothEngines } from '#support/database.ts';
import { importDemoCatalogue } from '#support/demo-catalogue.ts';

const PER_PAGE = 10;
const PRICE_RANGE = { lowestPaise: 0, highestPaise: 10_000_000 };
const queryFor = (search: string) => parseListQuery(new URLSearchParams({ search }), PRICE_RANGE);

/** Returns the tables that `work` reads, and the maximum number of parallel statements. */
async function statementsOf(db: ShopDatabase, work: () => Promise<unknown>) {
  const executor = db.read.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  const tables: string[] = [];
  let [running, maxParallel] = [0, 0];
  const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query) => {
    tables.push(/from "(\w+)"/.exec(query.sql)?.[1] ?? query.sql);
    running += 1;
    maxParallel = Math.max(maxParallel, running);
    return execute(query).finally(() => {
      running -= 1;
    }) as never;
  });
  await work();
  spy.mockRestore();
  return { tables, maxParallel };
}

onBothEngines('the product list of the API', (open) => {
  it('reads each table of its products once and in parallel, and computes no filter counts', async () => {
    const db = await open();
    await importDemoCatalogue(db);
    const listing = listingOf(db);
    await listing.findIds(queryFor('saree'), PER_PAGE);
    const counting = vi.spyOn(ListingIndex.prototype, 'totals');
    const { ids, total } = await listing.findIds(queryFor('kurta'), PER_PAGE);
    expect(counting).not.toHaveBeenCalled();
    counting.mockRestore();
    expect(ids.length).toBe(Math.min(total, PER_PAGE));
    expect(total).toBeGreaterThan(0);

    const indexStatements = await statementsOf(db, () => listing.findIds(queryFor('dupatta'), PER_PAGE));
    expect(indexStatements.tables).toEqual(['catalogue_state']);
    const statements = await statementsOf(db, () => productsByIds(db, ids));
    expect(statements.tables.filter((table) => table !== 'bolt').toSorted()).toEqual([
      'facet_value',
      'picture',
      'product',
      'scheduled_sale',
      'variant',
    ]);
    expect(statements.maxParallel).toBe(5);
  });
});
