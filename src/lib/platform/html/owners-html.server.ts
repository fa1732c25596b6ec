import { OWNERS_RULES, settled } from '#lib/platform/html/clean-html.server.ts';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';

/** Raised whenever the rules for owners' HTML change: what older rules have let through is cleaned when it is read. */
export const HTML_RULES = 1;

/**
 * An owner's description without scripts, styles, frames and pictures of other sites; text that is left out keeps its words.
 * Cleaned again it stays the same, so that an export can come back unchanged.
 */
export function ownersHtml(html: string): SafeHtml {
  return settled(html, OWNERS_RULES);
}

/** What the database holds, whatever wrote it there. */
export function storedHtml({ long_content, html_rules }: { long_content: string; html_rules: number }): SafeHtml {
  return html_rules === HTML_RULES ? (long_content as SafeHtml) : ownersHtml(long_content);
}
