/** The maximum length of an email address (RFC 5321). */
export const EMAIL_MAX_CHARACTERS = 254;
/** The maximum length of the part before the at sign (RFC 5321). */
const LOCAL_MAX_CHARACTERS = 64;

/**
 * An atom of a local part (RFC 5322), without the characters `!` and `%`, with which old mail servers route emails to
 * another mailbox, and without `` ` `` and `|`, which shells interpret. Quoted parts and comments are not supported.
 */
const ATOM = "[a-z0-9#$&'*+/=?^_{}~-]+";
const LABEL = '[a-z0-9]+(?:-+[a-z0-9]+)*';
const EMAIL_PATTERN = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?=[a-z][a-z0-9])${LABEL}$`, 'i');

export function isEmail(text: string): boolean {
  // The length is checked first, so that the regular expression never runs on a very long text.
  return text.length <= EMAIL_MAX_CHARACTERS && text.indexOf('@') <= LOCAL_MAX_CHARACTERS && EMAIL_PATTERN.test(text);
}

declare const folded: unique symbol;
/** One text for all spellings of a mailbox: only for limits and coupons, never for sending emails or logging in. */
export type FoldedEmail = string & { readonly [folded]: true };

const CANONICAL_DOMAINS: Record<string, string> = {
  'googlemail.com': 'gmail.com',
  'pm.me': 'proton.me',
  'protonmail.com': 'proton.me',
  'mac.com': 'icloud.com',
  'me.com': 'icloud.com',
};
const DOT_INSENSITIVE_DOMAINS = new Set(['gmail.com', 'proton.me']);

/**
 * Returns the address trimmed, Unicode-normalised (NFKC), in lower case, without its tag, with the provider's main
 * domain and, if the provider ignores dots, without dots.
 */
export function foldedEmail(email: string): FoldedEmail {
  const normalizedEmail = email.trim().normalize('NFKC').toLowerCase();
  const atIndex = normalizedEmail.lastIndexOf('@');
  const givenDomain = normalizedEmail.slice(atIndex + 1);
  const domain = CANONICAL_DOMAINS[givenDomain] ?? givenDomain;
  const localPart = normalizedEmail.slice(0, Math.max(atIndex, 0));
  const untaggedPart = localPart.split('+', 1)[0] || localPart;
  const mailbox = DOT_INSENSITIVE_DOMAINS.has(domain) ? untaggedPart.replaceAll('.', '') : untaggedPart;
  return `${mailbox}@${domain}` as FoldedEmail;
}

/** Providers that deliver emails for every tag, such as `asha+x@`, to the same mailbox. */
const TAG_DOMAINS = new Set(['gmail.com', 'proton.me', 'icloud.com', 'outlook.com', 'hotmail.com', 'live.com']);

/**
 * Returns one text for all spellings that certainly belong to one mailbox. At providers that are not in `TAG_DOMAINS`,
 * `asha+x@` and `asha@` may be different mailboxes.
 */
export function mailboxOf(email: string): string {
  const foldedAddress = foldedEmail(email);
  return TAG_DOMAINS.has(foldedAddress.slice(foldedAddress.lastIndexOf('@') + 1))
    ? foldedAddress
    : email.trim().toLowerCase();
}
