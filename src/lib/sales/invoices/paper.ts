/** The size of A4 paper in points (1/72 inch). */
export const A4 = { width: 595.28, height: 841.89 };
/** The margin of each page, in points. */
export const MARGIN = 36;
