import type { StaffSession } from '#lib/admin/sign-in/sessions.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { isSameSecret, keyedHash } from '#lib/platform/tokens.server.ts';

export const FORM_TOKEN = 'form_token';

/** Every form of the admin contains it, in addition to the check of the origin: it belongs to one session. */
export function formToken({ secretKey }: Pick<Shop, 'secretKey'>, { id }: StaffSession): string {
  return keyedHash(secretKey, 'admin form', id);
}

export function isFormToken(shop: Pick<Shop, 'secretKey'>, session: StaffSession, given: unknown): boolean {
  return typeof given === 'string' && isSameSecret(given, formToken(shop, session));
}
