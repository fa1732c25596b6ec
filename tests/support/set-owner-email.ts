import { setField } from '#lib/content/publishing/settings-commands.server.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';

export const OWNER = 'owner@kora.in';

/** Enables emails to the shop's owner by setting the owner's address. */
export async function setOwnerEmail(shop: Parameters<typeof setField>[0], to = OWNER): Promise<void> {
  await setField(shop, SETTINGS, { field: 'ownerMails.to', value: to, followUpFor: () => undefined });
}
