import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';

export const OWNER = 'owner@kora.in';

/** Enables emails to the shop's owner by setting the owner's address. */
export async function setOwnerEmail(shop: Parameters<typeof setFields>[0], to = OWNER): Promise<void> {
  await setFields(shop, SETTINGS, { 'ownerMails.to': to });
}
