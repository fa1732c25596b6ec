import { worker } from '#islands/offline/worker-scope.ts';
import { LIGHT_COOKIE } from '#lib/platform/http/pages/light-mode.ts';
import { ACCOUNT_COOKIE } from '#lib/platform/http/pages/offline-copy.ts';

/**
 * Returns the value of the `account` cookie, which identifies the session to which private pages belong. Returns
 * `undefined` for guests, and if workers have no Cookie Store API. Private pages are then neither stored nor read.
 */
export function currentAccount(): Promise<string | undefined> {
  return readCookie(ACCOUNT_COOKIE);
}

/** Returns whether pages are in light mode, by the same rule as the server. */
export async function isLightMode(): Promise<boolean> {
  const setting = await readCookie(LIGHT_COOKIE);
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return setting === undefined ? connection?.saveData === true : setting === '1';
}

async function readCookie(cookieName: string): Promise<string | undefined> {
  const cookies = await worker.cookieStore?.getAll();
  return cookies?.find(({ name }) => name?.replace('__Host-', '') === cookieName)?.value;
}
