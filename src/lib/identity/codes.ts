/** Rules of mailed codes (product.md, "Accounts"; specification, sections 5 and 8). */
export const CODE_LIVES_MS = 10 * 60_000;
export const CODE_TRIES = 3;
export const RESEND_AFTER_SECONDS = 30;
export const CODES_AN_HOUR_AN_ADDRESS = 5;
/** Wrong codes in a row after which only a mailed link logs in, until its owner has used it. */
export const WRONG_CODES_UNTIL_LINK = 10;
/** Wrong codes over the whole shop in a day after which unknown devices get links only. */
export const WRONG_CODES_A_DAY = 200;
export const LINK_LIVES_MS = 30 * 60_000;

export const CODE_SENT = 'OTP sent successfully';
export const CODE_WRONG = 'Invalid OTP, please try again.';
export const CODE_OVER = 'This code is no longer valid. Please ask for a new one.';
export const CODE_TOO_MANY = 'Too many codes were asked for. Please try again in an hour.';
export const CODE_TOO_SOON = 'A code was sent just now. Please wait half a minute before asking for another.';
