import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { SERVICES } from '#lib/shop/settings/services.schema.ts';

/** Enables a service that a new shop does not offer, for example `clothCalculator`, or sets a term of a service. */
export async function setService(db: ShopDatabase, field: string, value = 'true'): Promise<void> {
  await setFields({ db, now: Date.now }, SERVICES, { [field]: value });
}
