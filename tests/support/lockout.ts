import { expect } from '@playwright/test';
import { LINK_MAILED } from '#lib/customers/auth/codes.ts';
import { readMails } from './mailbox.ts';

/** Requests codes for a customer as a stranger until the shop emails a link instead. Throws an error after 20 codes. */
export async function requestCodesUntilLocked(origin: string, email: string): Promise<void> {
  for (let count = 0; count < 20; count++) {
    const response = await fetch(`${origin}/auth/customer/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', origin },
      body: JSON.stringify({ email }),
    });
    if (response.status !== 429) continue;
    expect(((await response.json()) as { message: string }).message).toBe(LINK_MAILED);
    await expect.poll(() => mailedLink(origin, email)).toMatch(/token=[\w-]{43}$/);
    return;
  }
  throw new Error('After 20 requests, the shop still emails codes instead of a link.');
}

/** Returns the path of the login link in the newest email with such a link, or an empty string if no email has one. */
export async function mailedLink(origin: string, email: string): Promise<string> {
  const links = (await readMails(origin, email)).flatMap(({ text }) => /\/login\/link\?\S+/.exec(text)?.[0] ?? []);
  return links[0] ?? '';
}
