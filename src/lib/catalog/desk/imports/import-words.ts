import type { ImportSummary } from '#lib/catalog/desk/imports/read-import.server.ts';
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

/** A remark of an import without the options of the command line that some of them name. */
export function pageWords(message: string): string {
  const words = message
    .replace(/ Name their uses, such as --columns.*$/s, ' Choose their uses below.')
    .replace(/\. To [^.]*: --.*$/s, `. ${SEE}`)
    .replace(/, or their category \(categories hsn .*$/s, ', or their category')
    .replace(/ \(--stock\)/, `. ${SEE}`)
    .replace(/: name their folder with --images/, ': add them on the page of each product');
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.?!…]$/.test(sentence) ? sentence : `${sentence}.`;
}
