import { setField } from '#lib/content/publishing/settings-commands.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { SERVICES } from '#lib/shop/settings/services.schema.ts';

/** Enables a service that a new shop does not offer, such as `clothCalculator`, or sets one of its terms. */
export async function setService(db: ShopDatabase, field: string, value = 'true'): Promise<void> {
  await setField({ db, now: Date.now }, SERVICES, { field, value, followUpFor: () => undefined });
}
