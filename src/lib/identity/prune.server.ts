import { DAY_MS } from '#lib/identity/rate-limit.server.ts';
import { IDLE_MS, LONGEST_MS } from '#lib/identity/session.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';

/** Forgets what has run out: codes at once, so that a clock set back revives none; sessions, links and counts likewise. */
export async function forgetWhatRanOut({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const time = now();
  await db.write.deleteFrom('code_challenge').where('expires_at', '<=', time).execute();
  await db.write.deleteFrom('sign_in_link').where('expires_at', '<=', time).execute();
  await db.write
    .deleteFrom('rate_window')
    .where('started_at', '<', time - DAY_MS)
    .execute();
  await db.write
    .deleteFrom('session')
    .where((eb) => eb.or([eb('seen_at', '<=', time - IDLE_MS), eb('created_at', '<=', time - LONGEST_MS)]))
    .execute();
}
