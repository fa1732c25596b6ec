/** In pixels: by this width a browser tells a placeholder from a picture, which has 160 or more. */
export const PLACEHOLDER_WIDTH = 8;
