import sanitizeHtml from 'sanitize-html';
import { isTooDeep, withoutTags } from '#lib/platform/html/html-depth.ts';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';

const SCHEMES = { allowedSchemes: ['https', 'http', 'mailto', 'tel'], allowProtocolRelative: false };

const ARTICLE_RULES: sanitizeHtml.IOptions = {
  ...SCHEMES,
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
  transformTags: {
    a: (tagName, attributes) => ({ tagName, attribs: linkAttributes(attributes.href) }),
    h1: 'h2',
    // A wide table scrolls horizontally on a phone. With a keyboard, it can be scrolled only if it has a tabindex.
    table: (tagName) => ({ tagName, attribs: { tabindex: '0' } }),
    th: (tagName) => ({ tagName, attribs: { scope: 'col' } }),
  },
};

const DESCRIPTION_RULES: sanitizeHtml.IOptions = {
  ...SCHEMES,
  allowedTags: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'dl', 'dt', 'dd'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'a'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan', 'scope'] },
  transformTags: { h1: 'h2', h5: 'h4', h6: 'h4' },
};

const MAX_PASSES = 8;

/**
 * Returns the sanitised HTML of a product description. Sanitising the result again changes nothing, so that an export
 * can be imported unchanged: sanitises until nothing changes, usually twice. If the HTML still changes after
 * `MAX_PASSES`, or its tags are nested too deeply, only the text is kept.
 */
export function sanitizeDescription(html: string): SafeHtml {
  if (isTooDeep(html)) return textOnly(html);
  let currentHtml = html;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const sanitizedHtml = sanitizeHtml(currentHtml, DESCRIPTION_RULES).trim();
    if (sanitizedHtml === currentHtml) return currentHtml as SafeHtml;
    currentHtml = sanitizedHtml;
  }
  return textOnly(currentHtml);
}

/**
 * Returns the sanitised HTML of an article, FAQ answer or policy. Pictures are removed, and links with `http:` or
 * `https:` are marked as external. If the tags are nested too deeply, only the text is kept.
 */
export function sanitizeArticle(html: string): SafeHtml {
  return isTooDeep(html) ? textOnly(html) : (sanitizeHtml(html, ARTICLE_RULES) as SafeHtml);
}

function textOnly(html: string): SafeHtml {
  return sanitizeHtml(withoutTags(html), { allowedTags: [], allowedAttributes: {} }).trim() as SafeHtml;
}

function linkAttributes(href = ''): Record<string, string> {
  return /^https?:/i.test(href) ? { href, rel: 'external noopener' } : { href };
}
