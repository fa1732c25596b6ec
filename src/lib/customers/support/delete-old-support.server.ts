import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

const YEAR_MS = 365 * DAY_MS;
/** As stated in the privacy policy. The sweep removes the files. */
export const SUPPORT_RETENTION_MS = 3 * YEAR_MS;

export async function deleteOldSupport({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const before = now() - SUPPORT_RETENTION_MS;
  await db.write.deleteFrom('ticket').where('state', '=', 'closed').where('updated_at', '<', before).execute();
  await db.write.deleteFrom('contact_message').where('created_at', '<', before).execute();
}
