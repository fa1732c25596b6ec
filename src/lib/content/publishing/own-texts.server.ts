import { differenceLines, recordedFields } from '#lib/content/publishing/difference.ts';
import { type Documents, findDocument } from '#lib/content/publishing/documents.ts';
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

export const SHOWN_SOON = 'The shop shows it within two seconds.';
/** The states of a text, as commands print them. */
export const TEXT_STATES = { own: 'your own', shipped: 'demo', hidden: 'hidden' };

/** The document of a path. Throws `not_found`. */
export function requireDocument(documents: Documents, path: string): ContentDocument<unknown> {
  const document = findDocument(documents, path);
  if (document) return document;
  const paths = documents.map((one) => one.path.replace(/\/\*$/, ''));
  const hint = didYouMean(path, paths) || didYouMean(path.split('/')[0] ?? '', paths);
  throw new ShopError('not_found', `There is no document ${path}.${hint} \`content list\` shows all documents.`);
}

/** The document of an existing text, shown or hidden. Throws `not_found`. */
export function requireText({ db }: ContentShop, documents: Documents, path: string): ContentDocument<unknown> {
  const document = requireDocument(documents, path);
  const paths = contentOf(db).pathsOf(document);
  if (paths.includes(path)) return document;
  throw new ShopError('not_found', `There is no ${path}.${didYouMean(path, paths)}`);
}

/**
 * The changes that hide one text, or the demo's texts of a folder. The owner's texts in a folder are returned as
 * `skipped`: they are hidden only by their own path. A hidden text stays unchanged. Throws `refused` and `not_found`.
 */
export function changesToHide({ db }: ContentShop, documents: Documents, path: string) {
  const content = contentOf(db);
  const folder = findFolder(documents, path);
  const all = (folder ? content.pathsOf(folder) : [path]).filter((one) => content.own.get(one)?.state !== 'hidden');
  const skipped = folder ? all.filter((one) => content.own.get(one)?.state === 'own') : [];
  const changes = all
    .filter((one) => !skipped.includes(one))
    .map((one): ShownChange => {
      const document = requireText({ db }, documents, one);
      if (document.isRequired || !isFolder(document)) {
        throw new ShopError('refused', `${one} can’t be hidden: the shop needs it.`);
      }
      const own = content.own.get(one);
      const body = own?.state === 'own' ? own.body : '';
      return { path: one, state: 'hidden', body, from: own?.version ?? 0, difference: [`${one} (hidden)`] };
    });
  return { changes, skipped };
}

/** The changes that show a hidden text again, or all of a folder, unchanged. Throws `not_found`. */
export async function changesToShow({ db }: ContentShop, documents: Documents, path: string): Promise<ShownChange[]> {
  const content = contentOf(db);
  const folder = findFolder(documents, path);
  if (!folder) requireText({ db }, documents, path);
  const hidden = (folder ? content.pathsOf(folder) : [path]).flatMap((one) => {
    const own = content.own.get(one);
    return own?.state === 'hidden' ? [own] : [];
  });
  return Promise.all(
    hidden.map(async (own) => {
      const body = own.body || (await ownBodyBeforeHiding(db, own));
      const state = body === '' ? 'shipped' : 'own';
      return { path: own.path, state, body, from: own.version, difference: [`${own.path} (shown again)`] };
    }),
  );
}

/** The owner's text that was hidden, if an older version of the shop hid it without storing it; otherwise empty. */
async function ownBodyBeforeHiding(db: Shop['db'], hidden: OwnContent): Promise<string> {
  const versions = await ownVersions(db.write, hidden.path);
  const before = versions.find(({ version, state }) => version < hidden.version && state !== 'hidden');
  return before?.state === 'own' ? before.body : '';
}

/** The changes that return to the demo's texts. `removed` has the paths of the owner's texts. Throws `not_found`. */
export async function changesToRevert({ db }: ContentShop, documents: Documents, path: string) {
  const content = contentOf(db);
  const folder = findFolder(documents, path);
  const paths = folder ? content.pathsOf(folder) : [path];
  const removed: string[] = [];
  const changes: ShownChange[] = [];
  for (const one of paths) {
    const document = requireText({ db }, documents, one);
    const own = content.own.get(one);
    if (!own || own.state === 'shipped') continue;
    const isOwn = own.state === 'own' || own.body !== '' || (await ownBodyBeforeHiding(db, own)) !== '';
    if (isOwn) removed.push(one);
    const beforeAndAfter = [content.currentFields(document, one), content.demoFields(document, one)] as const;
    const lines = isOwn ? differenceLines(...beforeAndAfter) : [];
    const fields = isOwn ? recordedFields(...beforeAndAfter) : undefined;
    const difference = [fileOf(one, document.format), ...lines.map((line) => `  ${line}`)];
    changes.push({ path: one, state: 'shipped', body: '', from: own.version, difference, beforeAndAfter, fields });
  }
  return { changes, removed };
}

/**
 * The change that restores an earlier text of the owner, by default the newest one that is not in use. Throws
 * `not_found` and `invalid`.
 */
export async function changeToRestore(
  { db }: ContentShop,
  documents: Documents,
  path: string,
  version: number | undefined,
): Promise<ShownChange> {
  const document = requireDocument(documents, path);
  const content = contentOf(db);
  const current = content.own.get(path);
  const isNotInUse = ({ body }: OwnContent) => body !== '' && !(current?.state === 'own' && current.body === body);
  const versions = await ownVersions(db.write, path);
  const found = versions.find((one) => isNotInUse(one) && (version === undefined || one.version === version));
  if (!found) throw new ShopError('not_found', `There is no such earlier text of ${path}: content history ${path}`);
  const demoValue = content.demoValue(document, path);
  const { problems } = checkDocument(document, { path, text: found.body, demoValue }, content.availableFiles);
  if (problems) throw new ShopError('invalid', problems.map(problemText).join('\n'));
  const after = applyOverlay(document, demoValue, fieldsOf(document, found.body));
  const before = content.currentFields(document, path);
  const lines = differenceLines(before, after);
  const difference = [fileOf(path, document.format), ...lines.map((line) => `  ${line}`)];
  const fields = recordedFields(before, after);
  const beforeAndAfter = [before, after] as const;
  return { path, state: 'own', body: found.body, from: current?.version ?? 0, difference, beforeAndAfter, fields };
}

function findFolder(documents: Documents, path: string): ContentDocument<unknown> | undefined {
  return documents.find((document) => document.path === `${path}/*`);
}
