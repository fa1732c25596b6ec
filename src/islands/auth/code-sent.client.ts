import { CODE_LIFETIME_MS, RESEND_AFTER_SECONDS } from '#lib/customers/auth/codes.ts';

export interface CodeSent {
  email: string;
  digits: number;
}

const KEY = 'code-sent';

/** Remembers that a code was sent, because a phone may discard the tab while the customer reads the email. */
export function rememberSentCode(sent: CodeSent): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...sent, at: Date.now() }));
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

/** `undefined` if this tab has requested no code, or if the code has expired. */
export function recallCode(): (CodeSent & { waitSeconds: number }) | undefined {
  try {
    const { email, digits, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<CodeSent & { at: number }>;
    const ageMs = Date.now() - Number(at);
    if (!email || !digits || !(ageMs >= 0 && ageMs < CODE_LIFETIME_MS)) return undefined;
    return { email, digits, waitSeconds: Math.max(0, RESEND_AFTER_SECONDS - Math.floor(ageMs / 1_000)) };
  } catch {
    // Storage is blocked, or its content is not valid.
    return undefined;
  }
}
