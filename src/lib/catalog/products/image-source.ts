/** Returns whether `src` begins with `http://` or `https://`. */
export function isWebUrl(src: string): boolean {
  return /^https?:\/\//i.test(src);
}

/** Returns whether `src` is a valid web URL, or the path of a file inside the folder of pictures. */
export function isImageSource(src: string): boolean {
  if (isWebUrl(src)) return URL.canParse(src);
  const isOutside = src.startsWith('/') || /[\\:\0]/.test(src) || src.split('/').some((part) => /^\.{0,2}$/.test(part));
  return !isOutside;
}
