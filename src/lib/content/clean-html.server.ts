import sanitizeHtml from 'sanitize-html';

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'hr', 'br', 'pre', 'code', 'dl', 'dt', 'dd'],
    ...['strong', 'em', 'b', 'i', 's', 'del', 'sup', 'sub', 'abbr', 'a'],
    ...['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    abbr: ['title'],
    ol: ['start'],
    h2: ['id'],
    h3: ['id'],
    table: ['tabindex'],
    th: ['scope'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (tagName, attributes) => ({ tagName, attribs: linkAttributes(attributes.href) }),
    h1: 'h2',
    // A wide table scrolls sideways on a phone, and must do so by keyboard too.
    table: (tagName) => ({ tagName, attribs: { tabindex: '0' } }),
    th: (tagName) => ({ tagName, attribs: { scope: 'col' } }),
  },
};

/**
 * The one way by which HTML of content reaches a page: known elements only, no scripts, styles, frames or pictures
 * past the shop's own pipeline. Links that leave the shop are marked `rel="external"`.
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS);
}

/** The words alone, for reading times, excerpts and search. */
export function plainText(html: string): string {
  const spaced = html.replace(/<\/(p|h\d|li|t[dhr])>/g, '$& ');
  const text = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} });
  return unescapeHtml(text).replace(/\s+/g, ' ').trim();
}

function linkAttributes(href = ''): Record<string, string> {
  return /^https?:/i.test(href) ? { href, rel: 'external noopener' } : { href };
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
