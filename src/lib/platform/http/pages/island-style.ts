const HEAD_END = '</head>';
const ISLAND_STYLE_START = '<style>astro-island';
const STYLE_END = '</style>';

/**
 * Moves the style of islands to the head. Astro writes it before the first island, but HTML allows styles only in the
 * head. Returns a page without that style unchanged.
 */
export function withIslandStyleInHead(page: Buffer): Buffer {
  const start = page.indexOf(ISLAND_STYLE_START);
  const headEnd = start < 0 ? -1 : page.indexOf(HEAD_END);
  if (headEnd < 0 || start < headEnd) return page;
  const end = page.indexOf(STYLE_END, start) + STYLE_END.length;
  const parts = [page.subarray(0, headEnd), page.subarray(start, end), page.subarray(headEnd, start)];
  return Buffer.concat([...parts, page.subarray(end)]);
}
