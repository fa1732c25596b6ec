/** The width of a placeholder in pixels. Scripts recognise placeholders by this width, because pictures are wider. */
export const PLACEHOLDER_WIDTH = 8;
