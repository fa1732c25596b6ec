import { COLORS, GOODS_COLORS } from '#lib/catalog/products/colors.schema.ts';
import { palettesOf } from '#lib/catalog/products/swatches.ts';
import { Content } from '#lib/platform/content/content.server.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { TAX_RATES } from '#lib/shop/money/tax.schema.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';

const content = new Content();

export const demoSettings = content.of(SETTINGS);
export const demoDelivery = { ...content.of(DELIVERY), closings: demoSettings.closings };
export const demoPalettes = palettesOf(content.of(COLORS), content.of(GOODS_COLORS));
export const demoRates = content.of(TAX_RATES).rates;
