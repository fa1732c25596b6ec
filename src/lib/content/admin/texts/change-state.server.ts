import {
  currentText,
  requireVersion,
  type TextLocation,
  type TextShop,
} from '#lib/content/admin/texts/current-text.server.ts';
import { publishTexts } from '#lib/content/admin/texts/publish-text.server.ts';
import type { TextFolder } from '#lib/content/admin/texts/text-kinds.ts';
import {
  changesToHide,
  changesToRevert,
  changesToShow,
  changeToRestore,
} from '#lib/content/publishing/own-texts.server.ts';
import type { ShownChange } from '#lib/content/publishing/save-documents.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';

/** A text and the version that the form showed. */
export type SeenText = TextLocation & { version: number };

/**
 * Hides a text from readers without changing it. Throws a ShopError `not_found` for an unknown text, `refused` for a
 * policy, and `conflict` for an outdated version.
 */
export function hideText(shop: TextShop, seenText: SeenText): Promise<void> {
  return changeState(shop, seenText, (path) => changesToHide(shop, path).changes);
}

/**
 * Hides the demo's texts in a folder, but not the owner's. Throws a ShopError `refused` for policies, and `conflict` if
 * somebody else saved one of the texts at the same moment.
 */
export async function hideDemoTexts(shop: TextShop, folder: TextFolder): Promise<void> {
  await contentOf(shop.db).reloadIfChanged(shop.db.write);
  await publishTexts(shop, changesToHide(shop, folder).changes);
}

/**
 * Shows a hidden text again without changing it. Throws a ShopError `not_found` for an unknown text, and `conflict` for
 * an outdated version.
 */
export function showText(shop: TextShop, seenText: SeenText): Promise<void> {
  return changeState(shop, seenText, (path) => changesToShow(shop, path));
}

/**
 * Reverts a text to the demo's text, or deletes a text that the demo does not have. The versions of the text are kept.
 * Throws a ShopError `not_found` for an unknown text, and `conflict` for an outdated version.
 */
export function revertText(shop: TextShop, seenText: SeenText): Promise<void> {
  return changeState(shop, seenText, async (path) => (await changesToRevert(shop, path)).changes);
}

/**
 * Restores the version `earlier` of a text. Throws a ShopError `not_found` if this version does not exist or is in use,
 * `invalid` if the current software rejects this version, and `conflict` if `seenText` has an outdated version.
 */
export function restoreText(shop: TextShop, { earlier, ...seenText }: SeenText & { earlier: number }): Promise<void> {
  return changeState(shop, seenText, async (path) => {
    const change = await changeToRestore(shop, path, earlier);
    return [{ ...change, action: 'restore content' }];
  });
}

async function changeState(
  shop: TextShop,
  { version, ...location }: SeenText,
  changesFor: (path: string) => ShownChange[] | Promise<ShownChange[]>,
): Promise<void> {
  const text = await currentText(shop, location);
  requireVersion(text, version);
  await publishTexts(shop, await changesFor(text.path));
}
