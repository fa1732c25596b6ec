import { escapeText } from '#lib/platform/html/markup.ts';

declare const safe: unique symbol;

/** HTML from the sanitiser or from the shop's own components. Pages accept no other HTML. */
export type SafeHtml = string & { readonly [safe]: true };

export const NO_HTML = '' as SafeHtml;

/**
 * Must be incremented when the sanitiser's rules change, so that HTML stored under older rules is sanitised when read.
 */
export const HTML_RULES_VERSION = 1;

/** Returns a part of safe HTML. Elements must begin or end at `from` and `to`: half a tag is not safe. */
export function partOfHtml(html: SafeHtml, from: number, to?: number): SafeHtml {
  return html.slice(from, to).trim() as SafeHtml;
}

/** Returns safe HTML without certain elements. The pattern must match whole elements: half a tag is not safe. */
export function withoutElements(html: SafeHtml, elements: RegExp): SafeHtml {
  return html.replace(elements, '') as SafeHtml;
}

/**
 * A template tag for elements that occur hundreds of times on a page, where components would be too slow. Strings are
 * escaped. Markup is passed as a list and is not escaped.
 */
export function markup(parts: TemplateStringsArray, ...values: (string | number | readonly SafeHtml[])[]): SafeHtml {
  let text = parts[0] ?? '';
  for (let index = 0; index < values.length; index++) text += serialized(values[index]) + parts[index + 1];
  return text as SafeHtml;
}

function serialized(value: string | number | readonly SafeHtml[] = ''): string {
  if (typeof value === 'string') return escapeText(value);
  return typeof value === 'number' ? String(value) : value.join('');
}
