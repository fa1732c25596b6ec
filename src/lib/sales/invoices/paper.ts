/** Points, of which an inch has 72. */
export const A4 = { width: 595.28, height: 841.89 };
export const MARGIN = 36;
