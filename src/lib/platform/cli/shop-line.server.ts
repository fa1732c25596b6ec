import { oneLine } from '#lib/platform/cli/terminal-text.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { locationText, type ShopLocation } from '#lib/platform/location/find-shop.server.ts';

/** The document of `SETTINGS`, which belongs to a layer above. */
const SETTINGS_PATH = 'settings';

/** The shop that a command is about to change. On standard error, to keep standard output clean for programs. */
export function printShop(db: ShopDatabase, location: ShopLocation): void {
  console.error(`Shop: ${ownName(db) ?? 'no name of its own'}, in ${locationText(location)}`);
}

function ownName(db: ShopDatabase): string | undefined {
  const own = contentOf(db).own.get(SETTINGS_PATH);
  const { name } = own?.state === 'own' ? (JSON.parse(own.body) as { name?: unknown }) : {};
  return typeof name === 'string' ? oneLine(name) : undefined;
}
