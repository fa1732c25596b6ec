import { changesOf, publish } from '#lib/content/publishing/save-documents.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { OUTFITS, type Outfit } from '#lib/sales/cart/offers/outfits.schema.ts';
import { SERVICES, type Services } from '#lib/shop/settings/services.schema.ts';

/** Services that are turned off in a new shop, but shown in the demo. */
const DEMO_SERVICES: Services = {
  clothCalculator: true,
  childSize: true,
  giftWrap: { offered: true, pricePaise: 4_900, noteCharacters: 200 },
  swatches: { offered: true, pricePaise: 9_900, lengthCm: 10, creditDays: 60, without: ['varanasi-kadwa-brocade'] },
};

const DEMO_OUTFITS: readonly Outfit[] = [
  {
    slug: 'gallery-afternoon',
    name: 'Gallery afternoon',
    text: 'The ajrakh kurta over tapered linen, with a mulmul dupatta that weighs nothing.',
    parts: ['ajrakhpur-yoke-kurta', 'rapti-linen-tapered-trousers', 'mulmul-shibori-dupatta'],
    percentOff: 10,
  },
  {
    slug: 'sunday-in-stripes',
    name: 'Sunday in stripes',
    text: 'A striped short kurta with light pyjamas, for a house full of guests.',
    parts: ['ilkal-stripe-short-kurta', 'balaramapuram-check-lounge-pyjamas'],
    percentOff: 8,
  },
];

/** Publishes `DEMO_SERVICES` and `DEMO_OUTFITS`, as the owner would in the admin. */
export async function turnOnDemoServices({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  // Reads what an interrupted first start has already published.
  await contentOf(db).reloadIfChanged(db.write);
  const documents = [
    { document: SERVICES, path: SERVICES.path, text: JSON.stringify(DEMO_SERVICES) },
    { document: OUTFITS, path: OUTFITS.path, text: JSON.stringify(DEMO_OUTFITS) },
  ];
  await publish({ db, now }, changesOf(documents, { db }));
}
