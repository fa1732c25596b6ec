const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Returns text escaped for HTML and XML, without characters that XML forbids. */
export function escapeMarkup(text: string): string {
  return escapeText(text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''));
}

/** Returns text escaped for HTML, which forbids no characters. */
export function escapeText(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '') : text;
}

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
