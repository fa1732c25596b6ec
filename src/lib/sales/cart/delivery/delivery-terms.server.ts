import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import type { DeliveryTerms } from '#lib/sales/cart/delivery/delivery.ts';
import type { GiftWrapOffer } from '#lib/sales/cart/gift-wrap.ts';
import { OUTFITS, type Outfit } from '#lib/sales/cart/outfits/outfits.schema.ts';
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
  /** Undefined if the owner does not offer it. */
  giftWrap?: GiftWrapOffer | undefined;
  outfits?: readonly Outfit[];
}

export function cartTerms(db: Pick<ShopDatabase, 'memo'>): CartTerms {
  return { delivery: deliveryTerms(db), rates: taxRates(db), giftWrap: giftWrapOffer(db), outfits: contentOf(db).of(OUTFITS) };
}

export function giftWrapOffer(db: Pick<ShopDatabase, 'memo'>): GiftWrapOffer | undefined {
  const { offered, ...offer } = contentOf(db).of(SERVICES).giftWrap;
  return offered ? offer : undefined;
}
