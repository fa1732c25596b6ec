import { holdBackUntaxed } from '#lib/catalog/import/untaxed-goods.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

/**
 * The interval of checks. A new rate applies from midnight in India, 18:30 UTC, which is a multiple of this interval.
 */
const RATE_CHECK_INTERVAL_MS = 30 * MINUTE_MS;

type WatchedShop = Pick<Shop, 'db' | 'log' | 'now'> & { settings: Pick<Shop['settings'], 'mode'> };

/** Runs `holdBackUntaxed` for the mode of this shop, and logs the number of products that are held back. */
export async function holdBackUntaxedGoods({ db, settings, log, now }: WatchedShop): Promise<void> {
  const productCount = await holdBackUntaxed(db, settings.mode === 'live', now());
  if (productCount > 0) {
    log.warn(
      { products: productCount },
      'not on sale: no HSN code with a known GST rate; see npm run shop -- goods without-hsn',
    );
  }
}

/** Returns a job to run every second. It checks the goods after content changes, or when a new tax rate may apply. */
export function holdBackWatch(shop: WatchedShop): () => Promise<void> {
  const key = () => `${contentOf(shop.db).version} ${Math.floor(shop.now() / RATE_CHECK_INTERVAL_MS)}`;
  let checkedKey = key();
  return async () => {
    const currentKey = key();
    if (currentKey === checkedKey) return;
    await holdBackUntaxedGoods(shop);
    checkedKey = currentKey;
  };
}
