/** In pixels. Scripts recognise a placeholder by this width, because pictures are wider. */
export const PLACEHOLDER_WIDTH = 8;
