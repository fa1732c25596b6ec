/** More levels than texts usually have. The sanitiser's time grows with the square of the depth. */
export const MAX_HTML_DEPTH = 100;

const VOID_ELEMENT = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|wbr)$/;
/** Elements that are closed without an end tag when an element of the same name follows. */
const IMPLICITLY_CLOSED = new Set(['p', 'li', 'dt', 'dd', 'tr', 'td', 'th', 'option', 'tbody']);
const TAG = /<!--[\s\S]*?(?:-->|$)|<(?<end>\/?)(?<name>[a-z][a-z0-9]*)[^<>]*/gi;

/**
 * Returns whether elements are nested more deeply than `MAX_HTML_DEPTH`. Reads each character once, so it is safe to
 * call before anything else parses the HTML.
 */
export function isTooDeep(html: string): boolean {
  const openElements: string[] = [];
  for (const { groups } of html.matchAll(TAG)) {
    const name = groups?.name?.toLowerCase();
    if (name === undefined || VOID_ELEMENT.test(name)) continue;
    if (groups?.end) {
      const index = openElements.lastIndexOf(name);
      if (index !== -1) openElements.length = index;
    } else if (openElements.at(-1) !== name || !IMPLICITLY_CLOSED.has(name)) openElements.push(name);
    if (openElements.length > MAX_HTML_DEPTH) return true;
  }
  return false;
}

/** Returns the text with spaces instead of tags, so that words stay separate. Runs in linear time. */
export function withoutTags(html: string): string {
  return html.replace(/<[^<>]*>?/g, ' ').replaceAll('>', ' ');
}
