import { addressWithoutCredentials } from '#lib/platform/db/address-without-credentials.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { probeStandby } from '#lib/platform/db/probe-standby.server.ts';
import { messageOf } from '#lib/platform/errors/error-message.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

const FALLBACK = 'the primary serves all pages for now';

/** Returns a finding about the standby, or an empty list if there is no standby. */
export async function checkStandby(
  db: ShopDatabase,
  { databaseReadUrl: url }: Pick<Settings, 'databaseReadUrl'>,
): Promise<{ isGood: boolean; text: string }[]> {
  if (url === undefined) return [];
  const label = `standby (DATABASE_READ_URL, ${addressWithoutCredentials(url)})`;
  try {
    const state = await probeStandby(db, url);
    if ('lagMs' in state)
      return [{ isGood: true, text: `${label}: replicated a change in ${Math.ceil(state.lagMs)} ms and serves pages` }];
    const missingChanges = `${Math.ceil(state.missingBytes / 1024)} kB of changes`;
    return [{ isGood: false, text: `${label}: ${missingChanges} are still missing after five seconds; ${FALLBACK}` }];
  } catch (error) {
    const reason = messageOf(error);
    return [{ isGood: false, text: `${label}: ${reason}; ${FALLBACK}` }];
  }
}
