const HEADING = /<h2 id="([^"]+)">(.*?)<\/h2>/gs;

/** The parts of a text by their level-two headings, for the list of its contents. */
export function partHeadings(html: string, toText: (html: string) => string): { id: string; text: string }[] {
  return Array.from(html.matchAll(HEADING), ([, id = '', inner = '']) => ({ id, text: toText(inner) }));
}
