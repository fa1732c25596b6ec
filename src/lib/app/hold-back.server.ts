import { holdBackUntaxed } from '#lib/import/untaxed-goods.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export async function holdBackAtStart({ db, settings, log, now }: Shop): Promise<void> {
  const products = await holdBackUntaxed(db, settings.mode === 'live', now());
  if (products > 0) {
    log.warn({ products }, 'held back from sale: no HSN with a known GST rate; see npm run shop -- goods without-hsn');
  }
}
