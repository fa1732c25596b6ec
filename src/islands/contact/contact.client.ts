import type { ApiAnswer } from '#islands/ui/api-answer.ts';
import { CONTACT_FAILED, type ContactInput } from '#lib/customers/contact/contact.ts';

/** Without a message for an error in a field, which shows it itself. */
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
    if (answer.fields) return { ...answer, message: '' };
    const isAccepted = answer.status === 'success' || response.status === 429;
    return isAccepted ? answer : { status: 'error', message: CONTACT_FAILED };
  } catch {
    return { status: 'error', message: CONTACT_FAILED };
  }
}
