import { changesOf, publish } from '#lib/content/publishing/save-documents.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { SERVICES, type Services } from '#lib/shop/settings/services.schema.ts';

/** The demo shows what a new shop has turned off. */
const DEMO_SERVICES: Services = {
  clothCalculator: true,
  childSize: true,
  giftWrap: { offered: true, pricePaise: 4_900, noteCharacters: 200 },
};

export async function turnOnDemoServices({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  // Of an interrupted first start.
  await contentOf(db).followIn(db.write);
  const given = { document: SERVICES, path: SERVICES.path, text: JSON.stringify(DEMO_SERVICES) };
  await publish({ db, now }, changesOf([given], { db }));
}
