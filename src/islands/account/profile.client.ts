import { sendToApi } from '#islands/ui/api-response.ts';
import { sendLoggedIn } from '#islands/visitor/send-logged-in.ts';
import { refreshVisitor } from '#islands/visitor/visitor.client.ts';
import type { ProfileInput, ProfileJson } from '#lib/sales/account/profile.ts';

/** Saves the profile and, on success, refreshes the visitor's data, for example the name in the profile menu. */
export async function saveProfile(input: ProfileInput) {
  const response = await sendLoggedIn(() => sendToApi<ProfileJson | null>('PATCH', '/public/profile', input));
  if (response.status === 'success') void refreshVisitor();
  return response;
}
