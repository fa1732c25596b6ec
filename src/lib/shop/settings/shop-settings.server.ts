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

/** The settings at that time: an invoice keeps the seller's name and address of its date. */
export async function shopSettingsAt(db: ShopDatabase, at: number): Promise<ShopSettings> {
  const content = contentOf(db);
  const stored = await ownContentAt(db.write, SETTINGS.path, at);
  const shipped = content.shippedValue(SETTINGS, SETTINGS.path);
  const text = stored?.body ?? '{}';
  // The current version may not accept an older text.
  return (
    checkDocument(SETTINGS, { path: SETTINGS.path, text, shipped }, content.availableFiles).value ?? shopSettings(db)
  );
}

/** Mails come from the shop's name and address, unless MAIL_FROM is set, and use the colours of its pages. */
export function letterhead(db: Pick<ShopDatabase, 'memo'>): Letterhead {
  const { name, address } = shopSettings(db);
  const { ground, line, ink, soft, indigo } = contentOf(db).of(LOOK).colors;
  const colors = { ground, line, ink, soft, accent: indigo };
  return { signature: name, from: namedSender(name, address.email || NO_REPLY), colors };
}

const NO_REPLY = 'shop@localhost';

/** All prefixes that order numbers have ever had. */
export async function orderPrefixes(db: ShopDatabase): Promise<string[]> {
  const rows = await db.write.selectFrom('own_content').select('body').where('path', '=', SETTINGS.path).execute();
  const shipped = JSON.stringify(contentOf(db).shippedValue(SETTINGS, SETTINGS.path));
  const prefixes = [...rows.map(({ body }) => body), shipped].flatMap((body) => prefixIn(body) ?? []);
  return [...new Set(prefixes)];
}

function prefixIn(body: string): string | undefined {
  if (body === '') return undefined;
  const { numbers } = JSON.parse(body) as Partial<ShopSettings>;
  return numbers?.order;
}
