import { markup, type SafeHtml } from '#lib/platform/html/safe-html.ts';

/** Fills its box with a colour. A page has dozens of them, so they are short. */
export function colorFill(color: string, className: string): SafeHtml {
  return markup`<svg class="${className}" width="1" height="1" aria-hidden="true"><rect width="100%" height="100%" fill="${color}"/></svg>`;
}
