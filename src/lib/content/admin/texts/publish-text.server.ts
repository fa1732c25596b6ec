import { changedMeanwhile, type TextShop } from '#lib/content/admin/texts/current-text.server.ts';
import { publish, type ShownChange } from '#lib/content/publishing/save-documents.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';

/**
 * Saves all changes or none, with their audit entries, in one transaction. Readers see the changes within two seconds.
 * Throws a ShopError `conflict` if somebody else saved one of the texts at the same moment.
 */
export async function publishTexts(shop: TextShop, changes: readonly ShownChange[]): Promise<void> {
  try {
    await publish(shop, changes);
  } catch (error) {
    if (!isShopError(error, 'conflict')) throw error;
    await contentOf(shop.db).reload(shop.db);
    throw changedMeanwhile();
  }
}
