import { A4, MARGIN } from '#lib/sales/invoices/paper.ts';
import type { Pdf } from '#lib/sales/invoices/pdf-fonts.server.ts';
import type { PdfText, TextStyle } from '#lib/sales/invoices/pdf-text.server.ts';

/** An A4 page that is filled from top to bottom. */
export interface PdfSheet {
  pdf: Pdf;
  text: PdfText;
  /** The position below the content, in points from the top of the page. */
  y: number;
  /** The heading of all pages after the first. */
  runningHead: string;
}

export interface PdfCell {
  text: string;
  /** The smaller lines below the text. */
  subLines?: string[];
}

export interface PdfTable {
  /** The column widths in points. */
  widths: readonly number[];
  headings: readonly string[];
  rows: readonly (readonly PdfCell[])[];
  foot?: readonly string[];
  /** The indexes of the columns that are aligned left instead of right. By default, only the first column. */
  leftColumns?: readonly number[];
  /** The font size in points, by default 8. */
  size?: number;
}

export const SHEET_WIDTH = Math.floor(A4.width) - 2 * MARGIN;
export const SHEET_BOTTOM = Math.ceil(A4.height) - MARGIN;
export const GREY = '#555555';
export const GAP = 6;
const LINE_COLOR = '#cccccc';
const FONT_SIZE = 8;

/** Writes a table, and repeats the headings on each page with rows. */
export function writeTable(sheet: PdfSheet, table: PdfTable): void {
  const writeHeadings = () => writeRow(sheet, table, textCells(table.headings), { isBold: true, color: GREY });
  writeHeadings();
  for (const cells of table.rows) {
    if (sheet.y + rowHeightOf(sheet, table, cells) > SHEET_BOTTOM) {
      nextPage(sheet);
      writeHeadings();
    }
    writeRow(sheet, table, cells);
  }
  if (!table.foot) return;
  const footCells = textCells(table.foot);
  if (sheet.y + rowHeightOf(sheet, table, footCells) > SHEET_BOTTOM) nextPage(sheet);
  writeRow(sheet, table, footCells, { isBold: true });
}

/** Adds a page with the running head. */
export function nextPage(sheet: PdfSheet): void {
  sheet.pdf.addPage();
  sheet.y = MARGIN;
  const box = { x: MARGIN, y: sheet.y, width: SHEET_WIDTH, size: FONT_SIZE, color: GREY };
  sheet.y += sheet.text.write(sheet.runningHead, box) + GAP;
}

/** Writes lines below a heading, the first line in bold. Returns the `y` below the lines. */
export function writeBlock(
  { text, y }: Pick<PdfSheet, 'text' | 'y'>,
  heading: string,
  lines: readonly string[],
  { x, width }: { x: number; width: number },
): number {
  let top = y + text.write(heading, { x, y, width, size: 8.5, isBold: true, color: GREY });
  for (const [index, line] of lines.entries()) {
    top += text.write(line, { x, y: top, width, size: 9, isBold: index === 0 });
  }
  return top;
}

function textCells(texts: readonly string[]): PdfCell[] {
  return texts.map((text) => ({ text }));
}

function rowHeightOf(
  { text }: PdfSheet,
  { widths, size = FONT_SIZE }: PdfTable,
  cells: readonly PdfCell[],
  isBold = false,
): number {
  const heights = cells.map((cell, index) => {
    const width = (widths[index] ?? 0) - GAP;
    const lineHeights = (cell.subLines ?? []).map((line) => text.height(line, { width, size: size - 1 }));
    return text.height(cell.text, { width, size, isBold }) + lineHeights.reduce((a, b) => a + b, 0);
  });
  return Math.max(...heights) + GAP;
}

function writeRow(
  sheet: PdfSheet,
  table: PdfTable,
  cells: readonly PdfCell[],
  { isBold = false, color = '#000000' }: Pick<TextStyle, 'isBold' | 'color'> = {},
): void {
  const { text, pdf } = sheet;
  const { widths, leftColumns = [0], size = FONT_SIZE } = table;
  const height = rowHeightOf(sheet, table, cells, isBold);
  let x = MARGIN;
  for (const [index, cell] of cells.entries()) {
    const align = leftColumns.includes(index) ? ('left' as const) : ('right' as const);
    const box = { x, width: (widths[index] ?? 0) - GAP, align };
    let y = sheet.y + GAP / 2;
    y += text.write(cell.text, { ...box, y, size, isBold, color });
    for (const line of cell.subLines ?? []) y += text.write(line, { ...box, y, size: size - 1, color: GREY });
    x += widths[index] ?? 0;
  }
  sheet.y += height;
  pdf
    .moveTo(MARGIN, sheet.y)
    .lineTo(MARGIN + SHEET_WIDTH, sheet.y)
    .lineWidth(0.5)
    .strokeColor(LINE_COLOR)
    .stroke();
}
