import { type Finding, ok, problem } from '#lib/operations/setup/finding.ts';
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
): Promise<Finding[]> {
  if (url === undefined) return [];
  const label = `standby (DATABASE_READ_URL, ${addressWithoutCredentials(url)})`;
  try {
    const state = await probeStandby(db, url);
    if ('lagMs' in state) return [ok(`${label}: replicated a change in ${Math.ceil(state.lagMs)} ms and serves pages`)];
    const missingChanges = `${Math.ceil(state.missingBytes / 1024)} kB of changes`;
    return [problem(`${label}: ${missingChanges} are still missing after five seconds; ${FALLBACK}`)];
  } catch (error) {
    return [problem(`${label}: ${messageOf(error)}; ${FALLBACK}`)];
  }
}
