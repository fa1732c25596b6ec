import type { ImportSummary } from '#lib/catalog/desk/imports/read-import.server.ts';
import { type Remark, type Remedy, remarkText } from '#lib/catalog/import/record/import-remark.ts';
import type { ImportState } from '#lib/platform/db/tables/import.ts';
import { plural } from '#lib/primitives/plural.ts';

export const IMPORT_STATES: Readonly<Record<ImportState, string>> = {
  planning: 'The preview is being prepared',
  planned: 'Preview, not started',
  running: 'Running',
  stopped: 'Stopped',
  done: 'Done',
};

const number = (n: number) => n.toLocaleString('en-IN');

/** A number of entries; most are products. */
export function entriesText(n: number): string {
  return `${number(n)} ${plural(n, 'entry', 'entries')}`;
}

/** The heading of the page of an import. */
export function importTitle({ state, counts, problem, undoes }: ImportSummary): string {
  const { waiting, done } = counts;
  if (problem !== null) return 'This file can’t be imported yet';
  switch (state) {
    case 'planning':
      return 'The preview is being prepared';
    case 'planned':
      if (waiting === 0) return undoes === null ? 'The shop already has all of this' : 'There is nothing to undo';
      return undoes === null ? `Import ${entriesText(waiting)}?` : `Undo the import of ${entriesText(waiting)}?`;
    case 'running':
      return `${number(done)} of ${entriesText(waiting + done)} written`;
    case 'stopped':
      return `Stopped: ${number(done)} of ${entriesText(waiting + done)} written`;
    case 'done':
      return `${entriesText(done)} written`;
  }
}

const SEE = 'See “How the file is read”.';

const REMEDIES: Readonly<Record<Remedy['by'], string>> = {
  brand: SEE,
  'tag categories': SEE,
  columns: 'Choose their uses below.',
  stock: SEE,
  removing: SEE,
  'picture folder': 'Add them on the page of each product.',
  'tax code': 'Give them one, or their category. Rates that the shop does not know are added in the settings.',
};

/** A remark of an import as sentences, with what resolves it in the admin. */
export function pageWords(remark: Remark): string {
  const words = remarkText(remark, ({ by }) => REMEDIES[by]);
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.?!…]$/.test(sentence) ? sentence : `${sentence}.`;
}
