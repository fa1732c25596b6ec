import { markup, type SafeHtml } from '#lib/platform/html/safe-html.ts';

/** Markup that fills its box with a colour. A page has dozens of these, so it is short. */
export function colorFill(color: string, className: string): SafeHtml {
  return markup`<svg class="${className}" width="1" height="1" aria-hidden="true"><rect width="100%" height="100%" fill="${color}"/></svg>`;
}
