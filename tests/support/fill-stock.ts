import { setStock, stockRows } from '#lib/catalog/inventory/set-stock.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';

/** The number of pieces of a variant, or the length of each bolt in metres. */
const LARGE_QUANTITY = 1_000;

/** Sets a large stock for each variant that is in stock, so that none of these variants sells out. */
export async function fillStock(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir });
  for (const { slug } of await db.read.selectFrom('product').select('slug').execute()) {
    for (const { id, quantity, sell_unit, bolts } of await stockRows(db.write, slug)) {
      if (quantity === 0) continue;
      const quantities = sell_unit === 'metre' ? bolts.map(() => LARGE_QUANTITY) : [LARGE_QUANTITY];
      await setStock(db, String(id), quantities, { why: 'count', at: Date.now() });
    }
  }
  await db.close();
}
