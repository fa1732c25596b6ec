import type { ImportRemark, ImportReport } from '#lib/catalog/import/import-report.ts';
import { changeLines, newLines, summaryLines } from '#lib/catalog/import/record/import-words.ts';
import type { SheetColumn } from '#lib/catalog/import/sheet/sheet-fields.ts';

const REMARKS_SHOWN = 50;

/** Changes, new entries and totals. A dry run starts with a notice. */
export function reportLines(report: ImportReport, isDryRun: boolean): string[] {
  const { products, taxonomy } = report.tallies;
  const summary = summaryLines(report, isDryRun);
  return [
    ...(isDryRun ? summary.splice(0, 1) : []),
    ...changeLines(report.changes, products.updated + taxonomy.updated),
    ...newLines(report.made, isDryRun),
    ...summary,
  ];
}

export function columnsLine(file: string, columns: readonly SheetColumn[]): string {
  const used = columns.filter(({ use }) => use !== '-').map(({ name, use }) => `${name} = ${use}`);
  return `${file} is read as a list of goods: ${used.join(', ')}.`;
}

export function remarkLines(kind: 'warning' | 'error', remarks: readonly ImportRemark[]): string[] {
  const shown = remarks.slice(0, REMARKS_SHOWN).map(({ file, line, message }) => {
    return `${kind}: ${file}${line > 0 ? `, line ${line}` : ''}: ${message}`;
  });
  const more = remarks.length - shown.length;
  return more > 0 ? [...shown, `${kind}: and ${more} more`] : shown;
}
