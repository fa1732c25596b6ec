import { type Figure, figureColumns, figureRows } from './figures.ts';

/** One run of one part. */
export interface MeasuredPart {
  part: string;
  figures: Figure[];
  /** When, on what, and what else the machine did. */
  circumstances: string;
}

/** New parts are written before it. */
export const LAST = '<!-- end of what npm run bench -- --write writes -->';

/** The paper with the tables of these parts; others stay as they were measured, and so does one with columns that these lack. */
export function withTables(paper: string, measured: readonly MeasuredPart[]): string {
  return measured.reduce(withTable, paper);
}

function withTable(paper: string, { part, figures, circumstances }: MeasuredPart): string {
  if (figures.length === 0) return paper;
  const begin = `<!-- bench: ${part} -->\n`;
  const end = `<!-- /bench: ${part} -->\n`;
  const hasColumns = figures.some(({ column }) => column !== undefined);
  const table = [titleOf(part, circumstances), '', ...(hasColumns ? columnTable(figures) : rowTable(figures)), ''];
  const block = `${begin}${table.join('\n')}${end}`;
  const [from, to] = [paper.indexOf(begin), paper.indexOf(end)];
  if (from >= 0 && to > from) {
    const isWhole = headOf(paper.slice(from, to)).every((column) => headOf(block).includes(column));
    return isWhole ? paper.slice(0, from) + block + paper.slice(to + end.length) : paper;
  }
  const last = paper.indexOf(LAST);
  if (last < 0) throw new Error(`The paper lacks the line ${LAST}`);
  return `${paper.slice(0, last)}${block}\n${paper.slice(last)}`;
}

export function titleOf(part: string, circumstances: string): string {
  return `**${part}**, ${circumstances}`;
}

function headOf(block: string): string[] {
  return /^\|.*$/m.exec(block)?.[0].split('|') ?? [];
}

function rowTable(figures: Figure[]): string[] {
  return ['| | here | budget | | |', '|---|---|---|---|---|', ...figureRows(figures).map(line)];
}

function columnTable(figures: Figure[]): string[] {
  const [head = [], ...rows] = figureColumns(figures);
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)];
}

function line(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
