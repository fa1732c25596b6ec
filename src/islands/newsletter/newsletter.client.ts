import type { ApiResponse } from '#islands/ui/api-response.ts';
import { CODE_WRONG } from '#lib/customers/auth/codes.ts';
import {
  NEWSLETTER_MESSAGES as MESSAGES,
  SENT_BY_PAGE,
  SENT_BY_PAGE_HEADER,
} from '#lib/customers/newsletter/newsletter.ts';

/** A request to enter the emailed code. */
export interface CodeChallenge {
  /** The id of the challenge to which the emailed code belongs, not the code itself. */
  otp: string;
  digits: number;
}

type CodeRequestResult = { challenge: CodeChallenge } | { failure: string };

export async function requestCode(email: string): Promise<CodeRequestResult> {
  try {
    const response = await fetch(apiPath('show', email), { headers: { [SENT_BY_PAGE_HEADER]: SENT_BY_PAGE } });
    const body = (await response.json()) as ApiResponse<CodeChallenge>;
    if (body.status === 'success') return { challenge: body.data };
    if (response.status === 409) return { failure: MESSAGES.isSubscribed };
    return { failure: response.status >= 500 ? MESSAGES.failed : body.message || MESSAGES.notSent };
  } catch {
    return { failure: MESSAGES.failed };
  }
}

/** Checks the code and subscribes; returns an error message, or `undefined` on success. */
export async function confirmCode(email: string, challengeId: string, code: string): Promise<string | undefined> {
  try {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ otp: challengeId, code });
    const checkResponse = await fetch(apiPath('update', email), { method: 'PATCH', headers, body });
    const checkBody = (await checkResponse.json()) as ApiResponse<null>;
    if (checkResponse.status >= 500) return MESSAGES.failed;
    if (checkBody.status !== 'success') return checkBody.message || CODE_WRONG;
    const form = new FormData();
    form.set('email', email);
    const createResponse = await fetch('/frontend/subscribe/create', { method: 'POST', body: form });
    return createResponse.ok ? undefined : MESSAGES.failed;
  } catch {
    return MESSAGES.failed;
  }
}

function apiPath(call: 'show' | 'update', email: string): string {
  return `/frontend/subscribe/${call}/${encodeURIComponent(email)}`;
}
