import type { APIContext } from 'astro';
import type { ChallengePurpose } from '#lib/customers/auth/challenges.server.ts';
import { RESEND_AFTER_SECONDS } from '#lib/customers/auth/codes.ts';
import { loginChallenge } from '#lib/customers/auth/login-challenge.server.ts';
import { safeRedirectPath } from '#lib/platform/http/endpoint/safe-redirect-path.ts';

export interface CodeStepView {
  heading: string;
  email: string;
  digitCount: number;
  /** The maximum number of seconds until another code can be requested; 0 if one can be requested now. */
  waitSeconds: number;
  next: string | undefined;
  /** The page for entering another email address. */
  otherAddressPath: string;
}

/**
 * Returns the data of the form for the emailed code, or undefined if no valid code was sent or the customer wants to
 * use another address. A phone may discard the page while the customer reads the email; the form is then shown again
 * without another code.
 */
export async function readCodeStep(
  context: Pick<APIContext, 'locals' | 'cookies' | 'url'>,
  purposes: ChallengePurpose[] = [...loginChallenge.purposes],
): Promise<CodeStepView | undefined> {
  const { locals, url } = context;
  if (url.searchParams.has('other')) return undefined;
  const challenge = await loginChallenge.find(context);
  if (!challenge || !purposes.includes(challenge.purpose)) return undefined;
  const { email, digits, purpose } = challenge;
  const isRegistration = purpose === 'register';
  const next = safeRedirectPath(url.searchParams.get('next')) ?? challenge.next ?? undefined;
  const isRecent = locals.shop.now() - challenge.created_at < RESEND_AFTER_SECONDS * 1_000;
  const otherAddressQuery = new URLSearchParams({ other: '1', ...(next ? { next } : {}) });
  return {
    heading: isRegistration ? 'Verify your email' : 'Enter the code',
    email,
    digitCount: digits,
    waitSeconds: isRecent ? RESEND_AFTER_SECONDS : 0,
    next,
    otherAddressPath: `/${isRegistration ? 'register' : 'login'}?${otherAddressQuery}`,
  };
}
