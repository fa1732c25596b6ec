declare const safe: unique symbol;

/** HTML that the sanitiser has let through, or that the shop's own components drew: the only HTML that pages take. */
export type SafeHtml = string & { readonly [safe]: true };

export const NO_HTML = '' as SafeHtml;

/** A part of safe HTML, from where one element ends to where another does: half a tag is not safe. */
export function partOfHtml(html: SafeHtml, from: number, to?: number): SafeHtml {
  return html.slice(from, to).trim() as SafeHtml;
}

/** Safe HTML without what matches: whole elements only, for the same reason. */
export function withoutElements(html: SafeHtml, elements: RegExp): SafeHtml {
  return html.replace(elements, '') as SafeHtml;
}
