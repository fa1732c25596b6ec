import type { ImportRemark, ImportReport } from '#lib/catalog/import/import-report.ts';
import { type Remark, type Remedy, remarkText } from '#lib/catalog/import/record/import-remark.ts';
import { changeLines, newEntryLines, summaryLines } from '#lib/catalog/import/record/import-words.ts';
import type { SheetColumn } from '#lib/catalog/import/sheet/sheet-fields.ts';

const REMARKS_SHOWN = 50;

/** Changes, new entries and totals. A dry run starts with a notice. */
export function reportLines(report: ImportReport, isDryRun: boolean): string[] {
  const { products, taxonomy } = report.tallies;
  const summary = summaryLines(report, isDryRun);
  return [
    ...(isDryRun ? summary.splice(0, 1) : []),
    ...changeLines(report.changes, products.updated + taxonomy.updated),
    ...newEntryLines(report.newEntries, isDryRun),
    ...summary,
  ];
}

export function columnsLine(file: string, columns: readonly SheetColumn[]): string {
  const used = columns.filter(({ use }) => use !== '-').map(({ name, use }) => `${name} = ${use}`);
  return `${file} is read as a list of goods: ${used.join(', ')}.`;
}

/** A remark and the command-line option that resolves it. */
export function commandRemarkText(remark: Remark): string {
  return remarkText(remark, optionWords);
}

function optionWords(remedy: Remedy): string {
  switch (remedy.by) {
    case 'brand':
      return `To hide it: --brand "${remedy.vendor}=", to rename it: --brand "${remedy.vendor}=My brand"`;
    case 'tag categories':
      return 'To turn them into categories: --category-from tags';
    case 'columns':
      return 'Name their uses, such as --columns "Rate=price; Piece=name".';
    case 'stock':
      return 'The option --stock writes it.';
    case 'removing':
      return '--remove removes what is not in the sheet.';
    case 'picture folder':
      return 'Name their folder with --images.';
    case 'tax code':
      return 'Set one for them or their category (categories hsn SLUG CODE). Add a missing rate with content edit gst-rates.';
  }
}

export function remarkLines(kind: 'warning' | 'error', remarks: readonly ImportRemark[]): string[] {
  const shown = remarks.slice(0, REMARKS_SHOWN).map((remark) => {
    const { file, line } = remark;
    return `${kind}: ${file}${line > 0 ? `, line ${line}` : ''}: ${commandRemarkText(remark)}`;
  });
  const more = remarks.length - shown.length;
  return more > 0 ? [...shown, `${kind}: and ${more} more`] : shown;
}
