/**
 * The response header by which the service worker decides whether to store a copy of a page. Every response of the shop
 * has it, so the login page of a Wi-Fi network is never stored.
 */
export const COPY_HEADER = 'offline-copy';
/** The value of the header for pages that are never stored. */
export const NO_COPY = 'no';
/** The value of the header for pages that are the same for everyone. */
export const SHARED_COPY = 'shared';

/**
 * The cookie that identifies the session and its customer (`accountCookieValue`). Scripts can read the cookie, and it
 * grants no rights.
 */
export const ACCOUNT_COOKIE = 'account';

/** Returns the value of the header for a page of one session. `account` is the value of the `account` cookie. */
export function accountCopyHeader(account: string): string {
  return `account ${account}`;
}

/**
 * Returns the value that the `account` cookie must have for a copy to be stored or read, or undefined if the header
 * contains none.
 */
export function accountInCopyHeader(header: string): string | undefined {
  return /^account (\S+)$/.exec(header)?.[1];
}

/**
 * Returns the value of the `account` cookie. It contains the session, whose pages may be read offline, and the
 * customer, whose queued actions may be sent in another session.
 */
export function accountCookieValue(session: string, customer: string): string {
  return `${session}.${customer}`;
}

/** Returns the customer in the value of the `account` cookie, or an empty string for a guest. */
export function customerInAccountCookie(account: string | undefined): string {
  return account?.split('.')[1] ?? '';
}

/**
 * The request header with the customer whose action was queued. The request is refused in another customer's session.
 */
export const CUSTOMER_HEADER = 'for-customer';
export const OTHER_CUSTOMER_STATUS = 412;

/** The list of stored pages in `src/pages/offline.astro`; the service worker fills it. */
export const COPY_LIST = '<ul id="offline-copies" hidden></ul>';
/** The link of `src/pages/offline.astro` that opens the requested page again. */
export const TRY_AGAIN = 'id="try-again" href="/"';
