import { checkDocument } from '#lib/platform/content/check-document.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { ownContentAt } from '#lib/platform/content/own-content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { type Letterhead, namedSender } from '#lib/platform/mail/letterhead.ts';
import { LOOK } from '#lib/shop/settings/look.schema.ts';
import { SETTINGS, type ShopSettings } from '#lib/shop/settings/settings.schema.ts';

export function shopSettings(db: Pick<ShopDatabase, 'memo'>): ShopSettings {
  return contentOf(db).of(SETTINGS);
}

/** Returns the settings at an earlier time: an invoice keeps the name and address that the seller had on its date. */
export async function shopSettingsAt(db: ShopDatabase, at: number): Promise<ShopSettings> {
  const content = contentOf(db);
  const storedText = await ownContentAt(db.write, SETTINGS.path, at);
  const demoValue = content.demoValue(SETTINGS, SETTINGS.path);
  const text = storedText?.body ?? '{}';
  // If this version of the program rejects the older settings, the current settings are used.
  return (
    checkDocument(SETTINGS, { path: SETTINGS.path, text, demoValue }, content.availableFiles).value ?? shopSettings(db)
  );
}

/**
 * Returns the letterhead. Emails use the colours of the pages and, unless MAIL_FROM is set, are sent from the shop's
 * name and address.
 */
export function letterhead(db: Pick<ShopDatabase, 'memo'>): Letterhead {
  const { name, address } = shopSettings(db);
  const { ground, line, ink, soft, indigo } = contentOf(db).of(LOOK).colors;
  const colors = { background: ground, border: line, text: ink, mutedText: soft, accent: indigo };
  return { signature: name, from: namedSender(name, address.email || NO_REPLY), colors };
}

const NO_REPLY = 'shop@localhost';

/** Returns all prefixes that order numbers may have had, from the demo's settings and all versions of the owner's. */
export async function orderPrefixes(db: ShopDatabase): Promise<string[]> {
  const rows = await db.write.selectFrom('own_content').select('body').where('path', '=', SETTINGS.path).execute();
  const demoBody = JSON.stringify(contentOf(db).demoValue(SETTINGS, SETTINGS.path));
  const prefixes = [...rows.map(({ body }) => body), demoBody].flatMap((body) => orderPrefixIn(body) ?? []);
  return [...new Set(prefixes)];
}

function orderPrefixIn(body: string): string | undefined {
  if (body === '') return undefined;
  const { numbers } = JSON.parse(body) as Partial<ShopSettings>;
  return numbers?.order;
}
