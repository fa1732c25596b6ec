import { DELIVERY, type DeliveryTerms } from '#lib/cart/delivery.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

export function deliveryTerms(db: Pick<ShopDatabase, 'memo'>): DeliveryTerms {
  return contentOf(db).of(DELIVERY);
}
