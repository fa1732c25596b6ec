import { CODE_LIFETIME_MS, RESEND_AFTER_SECONDS } from '#lib/customers/auth/codes.ts';

/** What the browser knows about a code that was emailed: its recipient and length, but not the code itself. */
export interface SentCode {
  email: string;
  digits: number;
}

const STORAGE_KEY = 'code-sent';

/** Remembers that a code was sent, because a phone may discard the tab while the customer reads the email. */
export function rememberSentCode(code: SentCode): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...code, at: Date.now() }));
  } catch {
    // Storage is blocked.
  }
}

export function forgetSentCode(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is blocked.
  }
}

/**
 * Returns the recipient and length of the last code that this tab requested, and the number of seconds until another
 * code can be requested. Returns `undefined` if there is no such code, the code has expired, or storage is blocked.
 */
export function recallSentCode(): (SentCode & { waitSeconds: number }) | undefined {
  try {
    const { email, digits, at } = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<
      SentCode & { at: number }
    >;
    const ageMs = Date.now() - Number(at);
    if (!email || !digits || !(ageMs >= 0 && ageMs < CODE_LIFETIME_MS)) return undefined;
    return { email, digits, waitSeconds: Math.max(0, RESEND_AFTER_SECONDS - Math.floor(ageMs / 1_000)) };
  } catch {
    // Storage is blocked, or its content is not valid.
    return undefined;
  }
}
