const TAG = /<[^<>]*(?:>|$)/g;

/** Returns the text of safe HTML, in which `<` and `>` are escaped. The HTML may be cut off within a tag. */
export function plainText(html: string): string {
  const spacedHtml = html.replace(/<\/(p|h\d|li|d[td]|t[dhr])>|<br\b[^>]*>/g, '$& ');
  return unescapeHtml(spacedHtml.replace(TAG, '')).replace(/\s+/g, ' ').trim();
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
