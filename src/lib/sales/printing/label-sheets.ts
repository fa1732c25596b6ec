import { A4 } from '#lib/sales/invoices/paper.ts';

/** A page with labels of equal size. The page size is in points. */
export interface LabelSheet {
  page: { width: number; height: number };
  columns: number;
  rows: number;
}

export const PARCEL_SHEETS = {
  /** Eight labels of 105 × 74 mm on each page. */
  a4: { page: A4, columns: 2, rows: 4 },
  /** One label of 4 × 6 inches on each page, for label printers. */
  '4x6': { page: { width: 288, height: 432 }, columns: 1, rows: 1 },
} as const satisfies Record<string, LabelSheet>;

/** 24 labels of 70 × 37 mm on each page. */
export const PRODUCT_SHEET: LabelSheet = { page: A4, columns: 3, rows: 8 };

export interface LabelPosition {
  /** Whether the label is the first on its page. */
  isFirst: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the position of a label, in points. Labels fill a page row by row from the top left corner. */
export function labelPosition({ page, columns, rows }: LabelSheet, index: number): LabelPosition {
  const indexOnPage = index % (columns * rows);
  const [width, height] = [page.width / columns, page.height / rows];
  return {
    isFirst: indexOnPage === 0,
    x: (indexOnPage % columns) * width,
    y: Math.floor(indexOnPage / columns) * height,
    width,
    height,
  };
}
