import { overlaid, ownPart } from '#lib/platform/content/by-field.server.ts';
import { checkDocument } from '#lib/platform/content/check-document.server.ts';
import { CONTENT_TAG, contentOf } from '#lib/platform/content/content.server.ts';
import { type ContentDocument, problemText, type Surroundings } from '#lib/platform/content/content-document.ts';
import { type ContentChange, saveContent } from '#lib/platform/content/own-content.server.ts';
import { isShipped, shippedText } from '#lib/platform/content/shipped-content.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export interface GivenText {
  document: ContentDocument<unknown>;
  path: string;
  text: string;
}

type Parts = Pick<Shop, 'db' | 'now'>;

/** Nothing of them is kept unless all are right. Throws `invalid` with a line for each mistake. */
export function checkTexts(texts: readonly GivenText[], { db }: Pick<Shop, 'db'>, about?: Surroundings): void {
  const content = contentOf(db);
  const problems = texts.flatMap(({ document, path, text }) => {
    const shipped = content.shippedValue(document, path);
    return checkDocument(document, { path, text, shipped }, about ?? content.surroundings).problems ?? [];
  });
  if (problems.length > 0) throw new ShopError('invalid', problems.map(problemText).join('\n'));
}

export function changesOf(texts: readonly GivenText[], { db }: Pick<Shop, 'db'>): ContentChange[] {
  return texts.flatMap((given) => changeOf(given, db));
}

function changeOf({ document, path, text }: GivenText, db: Shop['db']): ContentChange[] {
  const content = contentOf(db);
  const now = content.own.get(path);
  const from = now?.version ?? 0;
  const body = isShipped(document, path) ? ownText(document, text, shippedText(document, path)) : text;
  if (body === undefined) return now === undefined || now.state === 'shipped' ? [] : [{ path, state: 'shipped', from }];
  if (now?.state === 'own' && now.body === body) return [];
  return [{ path, state: 'own', body, from }];
}

/** Only the fields that differ, so that all others follow the next version. `undefined` when nothing differs. */
function ownText(document: ContentDocument<unknown>, text: string, shipped: string): string | undefined {
  if (text === shipped) return undefined;
  if (document.format !== 'json') return text;
  const own: unknown = JSON.parse(withoutMark(text));
  const part = ownPart(document, JSON.parse(shipped), own);
  // A list stays as the owner wrote it.
  if (part === own) return text;
  return part === undefined ? undefined : `${JSON.stringify(part, null, 2)}\n`;
}

function withoutMark(text: string): string {
  return text.replace(/^\u{FEFF}/u, '');
}

/** Shows in every process within two seconds. `also` is done in the same transaction. */
export async function publish(
  { db, now }: Parts,
  changes: readonly ContentChange[],
  also?: (tx: Tx, now: number) => Promise<void>,
): Promise<void> {
  if (changes.length === 0) return;
  const at = now();
  await saveContent(db, changes, { tags: [CONTENT_TAG], now: at, also: also && ((tx) => also(tx, at)) });
  await contentOf(db).follow(db);
}

/** The document as the owner edits it: whole, with what was shipped where nothing is their own. */
export function wholeText(document: ContentDocument<unknown>, path: string, db: Pick<Shop['db'], 'memo'>): string {
  const own = contentOf(db).own.get(path);
  const shipped = isShipped(document, path) ? shippedText(document, path) : '';
  if (own?.state !== 'own') return shipped;
  if (document.format !== 'json' || !shipped) return own.body;
  const mine: unknown = JSON.parse(own.body);
  const whole = overlaid(document, JSON.parse(shipped), mine);
  return whole === mine ? own.body : `${JSON.stringify(whole, null, 2)}\n`;
}
