import { oneLine } from '#lib/platform/cli/terminal-text.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { locationText, type ShopLocation } from '#lib/platform/location/find-shop.server.ts';

/** The path of the document `SETTINGS`, which can't be imported here because it belongs to a higher layer. */
const SETTINGS_PATH = 'settings';

/**
 * Prints the name and location of the shop that a command will change. Uses standard error, because programs may read
 * standard output.
 */
export function printShop(db: ShopDatabase, location: ShopLocation): void {
  const { name } = contentOf(db).ownFields(SETTINGS_PATH);
  console.error(`Shop: ${typeof name === 'string' ? oneLine(name) : 'unnamed'}, in ${locationText(location)}`);
}
