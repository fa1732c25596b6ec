import type { Finding } from '#lib/operations/doctor/finding.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { untrustedProxyWarning } from '#lib/platform/http/server/untrusted-proxy.server.ts';
import { keyProblem } from '#lib/platform/secret-key.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

/** Checks the secret key and TRUSTED_PROXIES, which can only be validated against the database. */
export async function checkInstallation(db: ShopDatabase, settings: Settings): Promise<Finding[]> {
  const secretKeyProblem = await keyProblem(db, settings);
  const proxyWarning = await untrustedProxyWarning(db, settings, Date.now());
  return [
    { isGood: secretKeyProblem === undefined, text: `secret key: ${secretKeyProblem ?? 'matches this database'}` },
    { isGood: proxyWarning === undefined, text: `proxies: ${proxyWarning ?? 'TRUSTED_PROXIES is correct'}` },
  ];
}
