import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { type DeliveryTerms, type DeliveryZone, deliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import type { GiftWrapOffer } from '#lib/sales/cart/offers/gift-wrap.ts';
import { OUTFITS, type Outfit } from '#lib/sales/cart/offers/outfits.schema.ts';
import type { SwatchOffer } from '#lib/sales/cart/offers/swatches.ts';
import type { PaymentTerms } from '#lib/sales/cart/payment-terms/payment-terms.schema.ts';
import { paymentTerms } from '#lib/sales/cart/payment-terms/payment-terms.server.ts';
import { isCashOffAt } from '#lib/sales/cash-rules/cash-rule.server.ts';
import type { TaxRate } from '#lib/shop/money/tax.ts';
import { taxRates } from '#lib/shop/money/tax-rates.server.ts';
import { SERVICES } from '#lib/shop/settings/services.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export function deliveryTerms(db: Pick<ShopDatabase, 'memo'>): DeliveryTerms {
  return { ...contentOf(db).of(DELIVERY), closings: shopSettings(db).closings };
}

export interface CartTerms {
  delivery: DeliveryTerms;
  rates: readonly TaxRate[];
  payment: PaymentTerms;
  /** The terms for gift wrap, or undefined if the owner does not offer it. */
  giftWrap?: GiftWrapOffer;
  outfits?: readonly Outfit[];
  swatches?: SwatchOffer;
}

export function cartTerms(db: Pick<ShopDatabase, 'memo'>): CartTerms {
  const offers = { giftWrap: giftWrapOffer(db), outfits: contentOf(db).of(OUTFITS), swatches: swatchOffer(db) };
  return { delivery: deliveryTerms(db), rates: taxRates(db), payment: paymentTerms(db), ...offers };
}

export function giftWrapOffer(db: Pick<ShopDatabase, 'memo'>): GiftWrapOffer | undefined {
  const { offered, ...offer } = contentOf(db).of(SERVICES).giftWrap;
  return offered ? offer : undefined;
}

export function swatchOffer(db: Pick<ShopDatabase, 'memo'>): SwatchOffer | undefined {
  const { offered, ...offer } = contentOf(db).of(SERVICES).swatches;
  return offered ? offer : undefined;
}

/** Returns the terms for a pincode. `isCod` is false if staff or a rule has switched off cash on delivery there. */
export async function termsAtPincode(shop: Pick<Shop, 'db' | 'now'>, pincode: string): Promise<DeliveryZone> {
  const zone = deliveryZone(pincode, deliveryTerms(shop.db));
  return { ...zone, isCod: zone.isCod && !(await isCashOffAt(shop.db.read, shop, pincode)) };
}
