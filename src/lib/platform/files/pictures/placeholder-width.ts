/** In pixels. Scripts recognise a placeholder by this width, because pictures have 160 pixels or more. */
export const PLACEHOLDER_WIDTH = 8;
