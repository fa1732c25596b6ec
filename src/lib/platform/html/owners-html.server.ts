import { OWNERS_RULES, settled } from '#lib/platform/html/clean-html.server.ts';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';

/** Raise it when the rules change: HTML stored under older rules is then cleaned when it is read. */
export const HTML_RULES = 1;

/** Cleaned again it stays the same, so that an export can be imported unchanged. */
export function ownersHtml(html: string): SafeHtml {
  return settled(html, OWNERS_RULES);
}

export function storedHtml({ long_content, html_rules }: { long_content: string; html_rules: number }): SafeHtml {
  return html_rules === HTML_RULES ? (long_content as SafeHtml) : ownersHtml(long_content);
}
