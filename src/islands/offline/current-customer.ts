import { ACCOUNT_COOKIE, customerInAccountCookie } from '#lib/platform/http/pages/offline-copy.ts';

/**
 * Returns the current customer from the `account` cookie, which is up to date even after a login in another tab.
 * Returns an empty string for a guest.
 */
export function currentCustomer(): string {
  const cookie = new RegExp(`(?:^|; )(?:__Host-)?${ACCOUNT_COOKIE}=([^;]*)`).exec(document.cookie);
  return customerInAccountCookie(cookie?.[1]);
}
