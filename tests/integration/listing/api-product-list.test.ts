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
async function recordStatements(db: ShopDatabase, work: () => Promise<unknown>) {
  const executor = db.read.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  const tables: string[] = [];
  let [runningCount, maxParallelCount] = [0, 0];
  const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query) => {
    tables.push(/from "(\w+)"/.exec(query.sql)?.[1] ?? query.sql);
    runningCount += 1;
    maxParallelCount = Math.max(maxParallelCount, runningCount);
    return execute(query).finally(() => {
      runningCount -= 1;
    }) as never;
  });
  await work();
  spy.mockRestore();
  return { tables, maxParallelCount };
}

onBothEngines('the product list of the API', (open) => {
  it('reads each table with product data once and in parallel, and does not compute filter counts', async () => {
    const db = await open();
    await importDemoCatalogue(db);
    const listing = listingOf(db);
    await listing.findIds(queryFor('saree'), PER_PAGE);
    const totalsSpy = vi.spyOn(ListingIndex.prototype, 'totals');
    const { ids, total } = await listing.findIds(queryFor('kurta'), PER_PAGE);
    expect(totalsSpy).not.toHaveBeenCalled();
    totalsSpy.mockRestore();
    expect(ids.length).toBe(Math.min(total, PER_PAGE));
    expect(total).toBeGreaterThan(0);

    const indexStatements = await recordStatements(db, () => listing.findIds(queryFor('dupatta'), PER_PAGE));
    expect(indexStatements.tables).toEqual(['catalogue_state']);
    const statements = await recordStatements(db, () => productsByIds(db, ids));
    expect(statements.tables.filter((table) => table !== 'bolt').toSorted()).toEqual([
      'facet_value',
      'picture',
      'product',
      'scheduled_sale',
      'variant',
    ]);
    expect(statements.maxParallelCount).toBe(5);
  });
});
