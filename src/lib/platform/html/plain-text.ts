const TAG = /<[^<>]*(?:>|$)/g;

/** Of safe HTML, or of the first part of it, which may end amid a tag: a `<` or `>` of its words is escaped. */
export function plainText(html: string): string {
  const spaced = html.replace(/<\/(p|h\d|li|d[td]|t[dhr])>|<br\b[^>]*>/g, '$& ');
  return unescapeHtml(spaced.replace(TAG, '')).replace(/\s+/g, ' ').trim();
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
