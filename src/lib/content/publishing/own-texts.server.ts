import { CONTENT_DOCUMENTS, findDocument } from '#lib/content/publishing/content-documents.server.ts';
import { describedChange } from '#lib/content/publishing/difference.ts';
import type { ShownChange } from '#lib/content/publishing/save-documents.server.ts';
import { applyOverlay } from '#lib/platform/content/apply-overlay.server.ts';
import { checkDocument, fieldsOf } from '#lib/platform/content/check-document.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { type ContentDocument, fileOf, isFolder, problemText } from '#lib/platform/content/content-document.ts';
import { type OwnContent, ownVersions } from '#lib/platform/content/own-content.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { didYouMean } from '#lib/primitives/edit-distance.ts';

type ContentShop = Pick<Shop, 'db'>;

export const SHOWN_SOON = 'The changes are visible in the shop within two seconds.';
/** The states of a text, as commands print them. */
export const TEXT_STATES = { own: 'your own', shipped: 'demo', hidden: 'hidden' };

/** Returns the document of a path. Throws a ShopError `not_found` if there is no such document. */
export function requireDocument(path: string): ContentDocument<unknown> {
  const document = findDocument(path);
  if (document) return document;
  const paths = CONTENT_DOCUMENTS.map((candidate) => candidate.path.replace(/\/\*$/, ''));
  const hint = didYouMean(path, paths) || didYouMean(path.split('/')[0] ?? '', paths);
  throw new ShopError('not_found', `There is no document ${path}.${hint} \`content list\` shows all documents.`);
}

/**
 * Returns the document of an existing text, shown or hidden. Throws a ShopError `not_found` if there is no such text.
 */
export function requireText({ db }: ContentShop, path: string): ContentDocument<unknown> {
  const document = requireDocument(path);
  const paths = contentOf(db).pathsOf(document);
  if (paths.includes(path)) return document;
  throw new ShopError('not_found', `There is no ${path}.${didYouMean(path, paths)}`);
}

/**
 * Returns the changes that hide one text, or the demo's texts in a folder. The owner's texts in a folder are returned
 * as `skippedPaths`, because they must be hidden one by one. Hidden texts are not changed. Throws a ShopError `refused`
 * if the shop needs a text, and `not_found` if there is no such text.
 */
export function changesToHide({ db }: ContentShop, path: string) {
  const content = contentOf(db);
  const folder = findFolderDocument(path);
  const stateOf = (textPath: string) => content.ownTexts.get(textPath)?.state;
  const paths = (folder ? content.pathsOf(folder) : [path]).filter((textPath) => stateOf(textPath) !== 'hidden');
  const skippedPaths = folder ? paths.filter((textPath) => stateOf(textPath) === 'own') : [];
  const changes = paths
    .filter((textPath) => !skippedPaths.includes(textPath))
    .map((textPath): ShownChange => {
      const document = requireText({ db }, textPath);
      if (document.isRequired || !isFolder(document)) {
        throw new ShopError('refused', `${textPath} can’t be hidden: the shop needs it.`);
      }
      const ownText = content.ownTexts.get(textPath);
      const body = ownText?.state === 'own' ? ownText.body : '';
      const difference = [`${textPath} (hidden)`];
      return { path: textPath, state: 'hidden', body, baseVersion: ownText?.version ?? 0, difference };
    });
  return { changes, skippedPaths };
}

/**
 * Returns the changes that show a hidden text, or all hidden texts in a folder, again. Throws a ShopError `not_found`
 * for an unknown text.
 */
export async function changesToShow({ db }: ContentShop, path: string): Promise<ShownChange[]> {
  const content = contentOf(db);
  const folder = findFolderDocument(path);
  if (!folder) requireText({ db }, path);
  const hiddenTexts = (folder ? content.pathsOf(folder) : [path]).flatMap((textPath) => {
    const ownText = content.ownTexts.get(textPath);
    return ownText?.state === 'hidden' ? [ownText] : [];
  });
  return Promise.all(
    hiddenTexts.map(async (ownText) => {
      const body = ownText.body || (await ownBodyBeforeHiding(db, ownText));
      const state = body === '' ? 'shipped' : 'own';
      const difference = [`${ownText.path} (shown again)`];
      return { path: ownText.path, state, body, baseVersion: ownText.version, difference };
    }),
  );
}

/** Returns the owner's text if older software hid the text without storing it; otherwise, an empty string. */
async function ownBodyBeforeHiding(db: Shop['db'], hiddenText: OwnContent): Promise<string> {
  const versions = await ownVersions(db.write, hiddenText.path);
  const previousVersion = versions.find(({ version, state }) => version < hiddenText.version && state !== 'hidden');
  return previousVersion?.state === 'own' ? previousVersion.body : '';
}

/**
 * Returns the changes that revert to the demo's texts, and the paths of the owner's texts among them. Throws a
 * ShopError `not_found` if there is no such text.
 */
export async function changesToRevert({ db }: ContentShop, path: string) {
  const content = contentOf(db);
  const folder = findFolderDocument(path);
  const paths = folder ? content.pathsOf(folder) : [path];
  const removedPaths: string[] = [];
  const changes: ShownChange[] = [];
  for (const textPath of paths) {
    const document = requireText({ db }, textPath);
    const ownText = content.ownTexts.get(textPath);
    if (!ownText || ownText.state === 'shipped') continue;
    const isOwn = ownText.state === 'own' || ownText.body !== '' || (await ownBodyBeforeHiding(db, ownText)) !== '';
    if (isOwn) removedPaths.push(textPath);
    const [before, after] = [content.currentFields(document, textPath), content.demoFields(document, textPath)];
    const file = fileOf(textPath, document.format);
    const description = isOwn
      ? describedChange(file, before, after)
      : { difference: [file], beforeAndAfter: [before, after] as const };
    changes.push({ path: textPath, state: 'shipped', body: '', baseVersion: ownText.version, ...description });
  }
  return { changes, removedPaths };
}

/**
 * Returns the change that restores an earlier text of the owner, by default the newest text that is not in use. Throws
 * a ShopError `not_found` if there is no such text, and `invalid` if the current software rejects the text.
 */
export async function changeToRestore(
  { db }: ContentShop,
  path: string,
  version: number | undefined,
): Promise<ShownChange> {
  const document = requireDocument(path);
  const content = contentOf(db);
  const currentText = content.ownTexts.get(path);
  const isRestorable = ({ body }: OwnContent) =>
    body !== '' && !(currentText?.state === 'own' && currentText.body === body);
  const versions = await ownVersions(db.write, path);
  const earlierText = versions.find(
    (ownVersion) => isRestorable(ownVersion) && (version === undefined || ownVersion.version === version),
  );
  if (!earlierText)
    throw new ShopError('not_found', `There is no such earlier text of ${path}; see \`content history ${path}\``);
  const demoValue = content.demoValue(document, path);
  const { problems } = checkDocument(document, { path, text: earlierText.body, demoValue }, content.availableFiles);
  if (problems) throw new ShopError('invalid', problems.map(problemText).join('\n'));
  const after = applyOverlay(document, demoValue, fieldsOf(document, earlierText.body));
  const before = content.currentFields(document, path);
  const description = describedChange(fileOf(path, document.format), before, after);
  return { path, state: 'own', body: earlierText.body, baseVersion: currentText?.version ?? 0, ...description };
}

function findFolderDocument(path: string): ContentDocument<unknown> | undefined {
  return CONTENT_DOCUMENTS.find((document) => document.path === `${path}/*`);
}
