import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { untrustedProxyWarning } from '#lib/platform/http/server/untrusted-proxy.server.ts';
import { keyTrouble } from '#lib/platform/secret-key.server.ts';
import type { Settings } from '#lib/platform/settings.server.ts';

interface Finding {
  isGood: boolean;
  text: string;
}

/** Settings that only the database, or a running shop, can find wrong. */
export async function checkInstallation(db: ShopDatabase, settings: Settings): Promise<Finding[]> {
  const key = await keyTrouble(db, settings);
  const proxies = await untrustedProxyWarning(db, settings, Date.now());
  return [
    { isGood: key === undefined, text: `secret key: ${key ?? 'the one that this database was used with'}` },
    { isGood: proxies === undefined, text: `proxies: ${proxies ?? 'none that TRUSTED_PROXIES does not count'}` },
  ];
}
