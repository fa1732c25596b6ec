import type { ImportRemark, ImportReport } from '#lib/catalog/import/import-report.ts';
import { type Remark, type Remedy, remarkText } from '#lib/catalog/import/record/import-remark.ts';
import { changeLines, newEntryLines, summaryLines } from '#lib/catalog/import/record/import-report-words.ts';
import type { SheetColumn } from '#lib/catalog/import/sheet/sheet-fields.ts';

const MAX_REMARKS_SHOWN = 50;

/** Returns the lines about changes, new entries and totals. In a dry run, the lines start with a notice. */
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
  const usedColumns = columns.filter(({ use }) => use !== '-').map(({ name, use }) => `${name} = ${use}`);
  return `${file} is read as a list of goods: ${usedColumns.join(', ')}.`;
}

/**
 * Returns the text of a remark, followed by the command-line option or command that resolves it, if there is one.
 */
export function commandRemarkText(remark: Remark): string {
  return remarkText(remark, remedyText);
}

function remedyText(remedy: Remedy): string {
  switch (remedy.by) {
    case 'brand':
      return `To hide it, use --brand "${remedy.vendor}=". To rename it, use --brand "${remedy.vendor}=My brand".`;
    case 'tag categories':
      return 'Use --category-from tags to turn them into categories.';
    case 'columns':
      return 'Say what they contain, for example with --columns "Rate=price; Piece=name".';
    case 'stock':
      return 'Use --stock to write it.';
    case 'removing':
      return 'Use --remove to remove what is not in the sheet.';
    case 'picture folder':
      return 'Name their folder with --images.';
    case 'tax code':
      return 'Set one for them or their category (“categories hsn SLUG CODE”). Add a missing rate with “content edit gst-rates”.';
  }
}

export function remarkLines(kind: 'warning' | 'error', remarks: readonly ImportRemark[]): string[] {
  const shownLines = remarks.slice(0, MAX_REMARKS_SHOWN).map((remark) => {
    const { file, line } = remark;
    return `${kind}: ${file}${line > 0 ? `, line ${line}` : ''}: ${commandRemarkText(remark)}`;
  });
  const hiddenCount = remarks.length - shownLines.length;
  return hiddenCount > 0 ? [...shownLines, `${kind}: and ${hiddenCount} more`] : shownLines;
}
