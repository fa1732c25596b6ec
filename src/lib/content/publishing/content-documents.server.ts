import { invalidateColorFamilies } from '#lib/catalog/import/color-families.server.ts';
import { COLORS, GOODS_COLORS } from '#lib/catalog/products/colors.schema.ts';
import { invalidateSearch } from '#lib/catalog/search/change-synonyms.server.ts';
import { SEARCH_LIMITS } from '#lib/catalog/search/limits/search-limits.schema.ts';
import { SEARCH_WORDS } from '#lib/catalog/search/search-words.schema.ts';
import { CLOTH_LENGTHS } from '#lib/content/content/cloth-lengths.schema.ts';
import { HOME } from '#lib/content/content/home.schema.ts';
import { MENUS } from '#lib/content/content/menus.schema.ts';
import { SIZE_FIGURES, SIZE_GUIDE } from '#lib/content/content/size-guide.schema.ts';
import { SLIDES } from '#lib/content/content/slides.schema.ts';
import { ARTICLES, FAQ_CATEGORIES, POLICIES } from '#lib/content/content/texts/texts.schema.ts';
import { type ContentDocument, hasPath } from '#lib/platform/content/content-document.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { OUTFITS } from '#lib/sales/cart/offers/outfits.schema.ts';
import { PAYMENT_TERMS } from '#lib/sales/cart/payment-terms/payment-terms.schema.ts';
import { CONFIRMATION_RULES } from '#lib/sales/cash-confirmation/confirmation-rules.schema.ts';
import { CASH_RULES } from '#lib/sales/cash-rules/cash-rules.schema.ts';
import { SHIPPING } from '#lib/sales/shipping/courier/shipping.schema.ts';
import { TAX_RATES } from '#lib/shop/money/tax.schema.ts';
import { LOOK } from '#lib/shop/settings/look.schema.ts';
import { SERVICES } from '#lib/shop/settings/services.schema.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';

export const CONTENT_DOCUMENTS: readonly ContentDocument<unknown>[] = [
  SETTINGS,
  LOOK,
  DELIVERY,
  PAYMENT_TERMS,
  CASH_RULES,
  SHIPPING,
  CONFIRMATION_RULES,
  HOME,
  SLIDES,
  MENUS,
  ARTICLES,
  FAQ_CATEGORIES,
  POLICIES,
  SIZE_GUIDE,
  SIZE_FIGURES,
  CLOTH_LENGTHS,
  SERVICES,
  OUTFITS,
  TAX_RATES,
  SEARCH_WORDS,
  SEARCH_LIMITS,
  COLORS,
  GOODS_COLORS,
];

const SEARCH_PATHS: readonly string[] = [SEARCH_WORDS.path, SEARCH_LIMITS.path];
const COLOR_PATHS: readonly string[] = [COLORS.path, GOODS_COLORS.path];

/** Updates the indexes that contain search words and colour families. Must be called when these documents change. */
export async function updateIndexes(tx: Tx, changedPaths: readonly string[], now: number): Promise<void> {
  if (changedPaths.some((path) => SEARCH_PATHS.includes(path))) await invalidateSearch(tx);
  if (changedPaths.some((path) => COLOR_PATHS.includes(path))) await invalidateColorFamilies(tx, now);
}

export function findDocument(path: string): ContentDocument<unknown> | undefined {
  return CONTENT_DOCUMENTS.find((document) => hasPath(document, path));
}
