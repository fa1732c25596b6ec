import { updateColorFamilies } from '#lib/catalog/import/color-families.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

type WatchedShop = Pick<Shop, 'db' | 'log' | 'now'> & { settings: Pick<Shop['settings'], 'mode'> };

/** Returns a job to run every second. It updates the colour filters at the start and after content changes. */
export function colorFamiliesWatch({ db, log, now, settings }: WatchedShop): () => Promise<void> {
  let appliedVersion: number | undefined;
  return async () => {
    const { version } = contentOf(db);
    if (version === appliedVersion) return;
    const productCount = await updateColorFamilies(db, { requiresHsn: settings.mode === 'live', now: now() });
    if (productCount > 0) log.info({ products: productCount }, 'updated the colours that products are filtered by');
    appliedVersion = version;
  };
}
