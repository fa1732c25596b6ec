import type { ApiAnswer } from '#islands/ui/api-answer.ts';
import { CONTACT_FAILED, type ContactInput } from '#lib/contact/contact.ts';

/** Sends the form; whatever keeps it from arriving is told in the specification's words. Never rejects. */
export async function sendContact(
  input: ContactInput,
): Promise<Pick<ApiAnswer<unknown>, 'status' | 'message' | 'fields'>> {
  try {
    const response = await fetch('/public/contact/create', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(input),
    });
    const answer = (await response.json()) as ApiAnswer<unknown>;
    const isSaid = answer.status === 'success' || answer.fields || response.status === 429;
    return isSaid ? answer : { status: 'error', message: CONTACT_FAILED };
  } catch {
    return { status: 'error', message: CONTACT_FAILED };
  }
}
