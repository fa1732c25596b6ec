declare const safe: unique symbol;

/** HTML from the sanitiser or from the shop's own components; pages take no other. */
export type SafeHtml = string & { readonly [safe]: true };

export const NO_HTML = '' as SafeHtml;

/** Cut only where elements begin or end: half a tag is not safe. */
export function partOfHtml(html: SafeHtml, from: number, to?: number): SafeHtml {
  return html.slice(from, to).trim() as SafeHtml;
}

export function withoutElements(html: SafeHtml, elements: RegExp): SafeHtml {
  return html.replace(elements, '') as SafeHtml;
}
