import type { Copy } from '#islands/offline/copies.ts';
import { escapeText } from '#lib/platform/html/markup.ts';
import { COPY_LIST, TRY_AGAIN } from '#lib/platform/http/pages/offline-copy.ts';
import { indianDayAndMonth, indianIsoDay, indianIsoMinute } from '#lib/primitives/indian-time.ts';

const MAX_LISTED_PAGES = 30;

/** Returns the HTML of a stored page with the time of the copy above its content. */
export function withCopyNotice(html: string, storedAt: number, now: number): string {
  const note = `<p role="status" class="bg-turmeric px-4 py-1 text-center text-xs text-ink">As of ${timeOf(storedAt, now)}. Prices may differ. <a class="text-link" href="">Try again</a></p>`;
  return html.replace(/<main\b[^>]*>/, (main) => main + note);
}

/**
 * Returns the HTML of the page `/offline` with links to up to 30 stored pages and to `retryUrl`. If `retryUrl` is an
 * empty string, the link leads to the requested URL.
 */
export function offlinePage(html: string, pages: readonly Copy[], retryUrl: string): string {
  const links = pages
    .slice(0, MAX_LISTED_PAGES)
    .map(({ url, title }) => `<li><a href="${escapeText(url)}">${title}</a></li>`);
  const list = links.length > 0 ? `<p>You can read these pages:</p><ul>${links.join('')}</ul>` : '';
  // The replacements are functions, because a title may contain $&.
  return html.replace(COPY_LIST, () => list).replace(TRY_AGAIN, () => `href="${escapeText(retryUrl)}"`);
}

/** Returns the title of a page as HTML, or an empty string if the page has no title. */
export function titleOf(html: string): string {
  return /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
}

export function isLightPage(html: string): boolean {
  return /<html\b[^>]* data-light\b/.test(html);
}

/** Returns the Indian time, for example "14:05". Includes the day unless the day is today. */
function timeOf(time: number, now: number): string {
  const timeOfDay = indianIsoMinute(time).slice(-5);
  return indianIsoDay(time) === indianIsoDay(now) ? timeOfDay : `${indianDayAndMonth(time)}, ${timeOfDay}`;
}
