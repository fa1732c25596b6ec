import type { ApiResponse } from '#islands/ui/api-response.ts';
import { sendToApi } from '#islands/ui/api-response.ts';
import { sendLoggedIn } from '#islands/visitor/send-logged-in.ts';
import { refreshVisitor } from '#islands/visitor/visitor.client.ts';
import { PROFILE_NOT_SAVED, type ProfileInput, type ProfileJson } from '#lib/sales/account/profile.ts';

/**
 * Saves the profile and, on success, refreshes the visitor's data, for example the name in the profile menu. Returns an
 * error response if the request fails.
 */
export async function saveProfile(
  input: ProfileInput,
): Promise<Pick<ApiResponse<ProfileJson | null>, 'status' | 'message' | 'fields' | 'data'>> {
  try {
    const response = await sendLoggedIn(() => sendToApi<ProfileJson | null>('PATCH', '/public/profile', input));
    if (response.status === 'success') void refreshVisitor();
    return response;
  } catch {
    return { status: 'error', message: PROFILE_NOT_SAVED, data: null };
  }
}
