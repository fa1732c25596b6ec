import { COLORS, GOODS_COLORS } from '#lib/catalog/products/colors.schema.ts';
import { type Palettes, palettesOf } from '#lib/catalog/products/swatches.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** Returns the palettes of the shop. They are computed once for each version of its colours. */
export function shopPalettes(db: Pick<ShopDatabase, 'memo'>): Palettes {
  const content = contentOf(db);
  return content.memo('palettes', () => palettesOf(content.of(COLORS), content.of(GOODS_COLORS)));
}
