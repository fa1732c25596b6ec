import { markup, type SafeHtml } from '#lib/platform/html/safe-html.ts';

/** Returns markup that fills its box with a colour. The markup is short, because a page contains it dozens of times. */
export function colorFill(color: string, className: string): SafeHtml {
  return markup`<svg class="${className}" width="1" height="1" aria-hidden="true"><rect width="100%" height="100%" fill="${color}"/></svg>`;
}
