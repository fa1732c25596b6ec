import { DAY_MS } from '#lib/fields/durations.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const YEAR_MS = 365 * DAY_MS;
/** As the privacy policy says; their files go with the sweep of files that no row speaks of. */
export const SUPPORT_KEPT_MS = 3 * YEAR_MS;

/** Forgets tickets three years after they were closed, and messages of the contact form three years after they came. */
export async function forgetOldSupport({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const before = now() - SUPPORT_KEPT_MS;
  await db.write.deleteFrom('ticket').where('state', '=', 'closed').where('updated_at', '<', before).execute();
  await db.write.deleteFrom('contact_message').where('created_at', '<', before).execute();
}
