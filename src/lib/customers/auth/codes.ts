import { MINUTE_MS } from '#lib/primitives/durations.ts';

/** The lifetime of an emailed code (product.md, "Login"). */
export const CODE_LIFETIME_MS = 10 * MINUTE_MS;
/** The number of attempts to enter an emailed code. */
export const CODE_ATTEMPTS = 3;
export const RESEND_AFTER_SECONDS = 30;
/** The limit for one address from one network, or for one known device. Further logins get a link instead of a code. */
export const CODES_PER_HOUR_PER_ADDRESS = 5;
/** The limit for all requests for one mailbox together, so that strangers can't flood the mailbox. */
export const CODES_PER_HOUR_PER_MAILBOX = 10;
export const LINK_INTERVAL_MS = 15 * MINUTE_MS;
/** The number of links that a network gets for each code, after the network's codes are used up. */
export const LINKS_PER_CODE = 10;
/** The limit on wrong codes in a row for one account. After that, only an emailed link works. */
export const WRONG_CODES_UNTIL_LINK = 10;
/**
 * The daily limit on wrong codes in the whole shop. After that, logins on unknown devices get links, and codes for
 * other purposes are longer.
 */
export const WRONG_CODES_PER_DAY = 200;
/** With this number of digits, guessing takes 1,400 years at 200 attempts a day. */
export const LONG_CODE_DIGITS = 8;
export const LINK_LIFETIME_MS = 30 * MINUTE_MS;

export const CODE_SENT = 'OTP sent successfully';
export const CODE_WRONG = 'Invalid OTP, please try again.';
export const CODE_EXPIRED = 'This code is no longer valid. Please ask for a new one.';
export const CODE_TOO_MANY = 'Too many codes were requested. Please try again in an hour.';
export const LINK_MAILED =
  'We emailed a link to this address within the last 15 minutes. Please open our newest email.';
export const CODE_TOO_SOON = 'A code was sent just now. Please wait half a minute before asking for another.';
