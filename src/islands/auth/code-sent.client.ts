import { CODE_LIFETIME_MS, RESEND_AFTER_SECONDS } from '#lib/customers/auth/codes.ts';

export interface SentCode {
  email: string;
  digits: number;
}

const KEY = 'code-sent';

/** Remembers that a code was sent, because a phone may discard the tab while the customer reads the email. */
export function rememberSentCode(code: SentCode): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...code, at: Date.now() }));
  } catch {
    // Storage is blocked.
  }
}

export function forgetSentCode(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked.
  }
}

/**
 * Returns the last code request of this tab and the number of seconds until another code can be requested. Returns
 * `undefined` if this tab has not requested a code, the code has expired, or storage is blocked.
 */
export function recallCode(): (SentCode & { waitSeconds: number }) | undefined {
  try {
    const { email, digits, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<SentCode & { at: number }>;
    const ageMs = Date.now() - Number(at);
    if (!email || !digits || !(ageMs >= 0 && ageMs < CODE_LIFETIME_MS)) return undefined;
    return { email, digits, waitSeconds: Math.max(0, RESEND_AFTER_SECONDS - Math.floor(ageMs / 1_000)) };
  } catch {
    // Storage is blocked, or its content is not valid.
    return undefined;
  }
}
