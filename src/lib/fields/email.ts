/** Longest address that mail servers take (RFC 5321), and longest part before its at sign. */
export const EMAIL_MAX_CHARACTERS = 254;
const LOCAL_MAX_CHARACTERS = 64;

/**
 * RFC 5322's plain form, without `!` and `%`, by which old mail servers passed a letter on, and without the marks of a
 * shell. No quotes, comments, lists or letters that a mail program folds into others: those mean another mailbox.
 */
const ATOM = "[a-z0-9#$&'*+/=?^_{}~-]+";
const LABEL = '[a-z0-9]+(?:-+[a-z0-9]+)*';
const EMAIL_PATTERN = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?=[a-z][a-z0-9])${LABEL}$`, 'i');

/** Whether a text without spaces around it is one mailbox, and one only. */
export function isEmail(text: string): boolean {
  // The length comes first: no expression sees a text without an end.
  return text.length <= EMAIL_MAX_CHARACTERS && text.indexOf('@') <= LOCAL_MAX_CHARACTERS && EMAIL_PATTERN.test(text);
}

declare const folded: unique symbol;
/** One text for all spellings of one mailbox: for limits and coupons only, never to mail to or to log in by. */
export type FoldedEmail = string & { readonly [folded]: true };

const SAME_PROVIDER: Record<string, string> = {
  'googlemail.com': 'gmail.com',
  'pm.me': 'proton.me',
  'protonmail.com': 'proton.me',
  'mac.com': 'icloud.com',
  'me.com': 'icloud.com',
};
const IGNORES_DOTS = new Set(['gmail.com', 'proton.me']);

export function foldedEmail(email: string): FoldedEmail {
  const plain = email.trim().normalize('NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  const typed = plain.slice(at + 1);
  const domain = SAME_PROVIDER[typed] ?? typed;
  const local = plain.slice(0, Math.max(at, 0));
  const untagged = local.split('+', 1)[0] || local;
  return `${IGNORES_DOTS.has(domain) ? untagged.replaceAll('.', '') : untagged}@${domain}` as FoldedEmail;
}

/** Providers that are known to put every tagged spelling, and none of anybody else's, into one mailbox. */
const HAS_TAGS = new Set(['gmail.com', 'proton.me', 'icloud.com', 'outlook.com', 'hotmail.com', 'live.com']);

/**
 * One text for the spellings that surely are one mailbox, so that who has proven one has proven all. Anywhere else than at
 * those providers `asha+x@` may be another person than `asha@`: there the address itself, in lower case, is the mailbox.
 */
export function mailboxOf(email: string): string {
  const folded = foldedEmail(email);
  return HAS_TAGS.has(folded.slice(folded.lastIndexOf('@') + 1)) ? folded : email.trim().toLowerCase();
}
