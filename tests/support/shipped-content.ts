import { DELIVERY } from '#lib/cart/delivery.schema.ts';
import { COLORS, GOODS_COLORS } from '#lib/catalog/colors.schema.ts';
import { palettesOf } from '#lib/catalog/swatches.ts';
import { TAX_RATES } from '#lib/money/tax.schema.ts';
import { Content } from '#lib/platform/content/content.server.ts';
import { SETTINGS } from '#lib/shop/settings.schema.ts';

const content = new Content();

/** What comes with the shop. */
export const shippedSettings = content.of(SETTINGS);
export const shippedDelivery = content.of(DELIVERY);
export const shippedPalettes = palettesOf(content.of(COLORS), content.of(GOODS_COLORS));
export const shippedRates = content.of(TAX_RATES).rates;
