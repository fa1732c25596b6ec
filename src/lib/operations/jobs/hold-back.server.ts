import { holdBackUntaxed } from '#lib/catalog/import/untaxed-goods.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

/** A day of India begins at a half hour of UTC. */
const RATE_MAY_BEGIN_EVERY_MS = 30 * MINUTE_MS;

type HoldingShop = Pick<Shop, 'db' | 'log' | 'now'> & { settings: Pick<Shop['settings'], 'mode'> };

export async function holdBackAtStart({ db, settings, log, now }: HoldingShop): Promise<void> {
  const products = await holdBackUntaxed(db, settings.mode === 'live', now());
  if (products > 0) {
    log.warn({ products }, 'not on sale: no HSN code with a known GST rate; see npm run shop -- goods without-hsn');
  }
}

/** Called every second: checks again after the owner changed a text, or when a new tax rate may apply. */
export function holdBackWatch(shop: HoldingShop): () => Promise<void> {
  const key = () => `${contentOf(shop.db).version} ${Math.floor(shop.now() / RATE_MAY_BEGIN_EVERY_MS)}`;
  let seen = key();
  return async () => {
    const now = key();
    if (now === seen) return;
    await holdBackAtStart(shop);
    seen = now;
  };
}
