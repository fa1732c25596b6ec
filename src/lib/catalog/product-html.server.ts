import sanitizeHtml from 'sanitize-html';

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'dl', 'dt', 'dd'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'a'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan', 'scope'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // The page's own title is its only first heading.
  transformTags: { h1: 'h2', h5: 'h4', h6: 'h4' },
};

/** Broken nesting settles within a round or two. */
const MOST_ROUNDS = 8;

/**
 * An owner's description without scripts, styles, frames and pictures of other sites; text that is left out keeps its words.
 * Cleaned again it stays the same, so that an export can come back unchanged.
 */
export function safeHtml(html: string): string {
  let clean = html;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = sanitizeHtml(clean, OPTIONS).trim();
    if (next === clean) break;
    clean = next;
  }
  return clean;
}
