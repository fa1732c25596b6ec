import { renewColorFamilies } from '#lib/catalog/import/color-families.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

type ColoredShop = Pick<Shop, 'db' | 'log' | 'now'> & { settings: Pick<Shop['settings'], 'mode'> };

/** For each second: filters find goods by the owner's words of colours soon after these were changed. */
export function colorFamiliesWatch({ db, log, now, settings }: ColoredShop): () => Promise<void> {
  let seen: number | undefined;
  return async () => {
    const { version } = contentOf(db);
    if (version === seen) return;
    const products = await renewColorFamilies(db, { requiresHsn: settings.mode === 'live', now: now() });
    if (products > 0) log.info({ products }, 'goods are found under other colours, by the owner’s words');
    seen = version;
  };
}
