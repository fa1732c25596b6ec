import { type TextDetails, type TextShop, textDetails } from '#lib/content/admin/texts/current-text.server.ts';
import { textAuthors } from '#lib/content/admin/texts/text-history.server.ts';
import { TEXT_FOLDERS, TEXT_KINDS, type TextFolder } from '#lib/content/admin/texts/text-kinds.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';

export interface ListedText extends TextDetails {
  /** The last change; undefined for a text of the demo that has never been changed. */
  change: { at: number; author: string | undefined } | undefined;
}

/** Returns all texts by folder: articles newest first, categories of questions in their order, policies by title. */
export async function listTexts({ db, now }: TextShop) {
  const content = contentOf(db);
  await content.reloadIfChanged(db.write);
  const authorOf = await textAuthors(db, [...content.ownTexts.values()]);
  return TEXT_FOLDERS.map((folder) => {
    const { document, heading } = TEXT_KINDS[folder];
    const texts = content.pathsOf(document).map((path): ListedText => {
      const ownText = content.ownTexts.get(path);
      const text = {
        folder,
        file: path.slice(folder.length + 1),
        path,
        document,
        content,
        version: ownText?.version ?? 0,
      };
      return { ...textDetails(text, now()), change: ownText && { at: ownText.at, author: authorOf(ownText) } };
    });
    return { folder, heading, texts: texts.sort(COMPARATORS[folder]) };
  });
}

const COMPARATORS: Record<TextFolder, (a: ListedText, b: ListedText) => number> = {
  blog: (a, b) => ((a.values.date ?? '') < (b.values.date ?? '') ? 1 : -1),
  faq: (a, b) => Number(a.values.order) - Number(b.values.order),
  policies: (a, b) => (a.title < b.title ? -1 : 1),
};
