import type { ImportSummary } from '#lib/catalog/admin/imports/read-import.server.ts';
import { type Remark, type Remedy, remarkText } from '#lib/catalog/import/record/import-remark.ts';
import { formatCount } from '#lib/primitives/number-format.ts';
import { countText } from '#lib/primitives/plural.ts';

export function entriesText(n: number): string {
  return countText(n, 'entry', 'entries');
}

/** Returns the heading of an import's page. */
export function importTitle({ state, counts, problem, undoes }: ImportSummary): string {
  const { waiting, done } = counts;
  if (problem !== null) return 'This file can’t be imported yet';
  switch (state) {
    case 'planning':
      return 'The preview is being prepared';
    case 'planned':
      if (waiting === 0)
        return undoes === null ? 'The shop already has everything in this file' : 'There is nothing to undo';
      return undoes === null ? `Import ${entriesText(waiting)}?` : `Undo the import of ${entriesText(waiting)}?`;
    case 'running':
      return `${formatCount(done)} of ${entriesText(waiting + done)} written`;
    case 'stopped':
      return `Stopped: ${formatCount(done)} of ${entriesText(waiting + done)} written`;
    case 'done':
      return `${entriesText(done)} written`;
  }
}

const SEE_OPTIONS = 'See “How the file is read”.';

const REMEDIES: Readonly<Record<Remedy['by'], string>> = {
  brand: SEE_OPTIONS,
  'tag categories': SEE_OPTIONS,
  columns: 'Choose their uses below.',
  stock: SEE_OPTIONS,
  removing: SEE_OPTIONS,
  'picture folder': 'Add them on the page of each product.',
  'tax code': 'Set one for them or for their category. Add missing rates in the settings.',
};

/** Returns a remark about an import as sentences, with the remedy that is available in the admin. */
export function adminRemarkText(remark: Remark): string {
  const text = remarkText(remark, ({ by }) => REMEDIES[by]);
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!…]$/.test(sentence) ? sentence : `${sentence}.`;
}
