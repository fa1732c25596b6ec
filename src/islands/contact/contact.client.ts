import type { ApiResponse } from '#islands/ui/api-response.ts';
import type { FormResponse } from '#islands/ui/forms/use-form.ts';
import { CONTACT_FAILED, type ContactInput } from '#lib/customers/contact/contact.ts';

/** Sends the contact form. The returned message is empty if fields have errors, because the fields show the errors. */
export async function sendContact(input: ContactInput): Promise<FormResponse> {
  const response = await fetch('/public/contact/create', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(input),
  });
  const body = (await response.json()) as ApiResponse<unknown>;
  if (body.fields) return { ...body, message: '' };
  const hasUsefulMessage = body.status === 'success' || response.status === 429;
  return hasUsefulMessage ? body : { status: 'error', message: CONTACT_FAILED };
}
