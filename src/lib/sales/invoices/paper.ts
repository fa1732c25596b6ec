/** The paper size in points (1/72 inch). */
export const A4 = { width: 595.28, height: 841.89 };
export const MARGIN = 36;
