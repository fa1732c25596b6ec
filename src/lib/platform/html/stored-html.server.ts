import { HTML_RULES_VERSION, type SafeHtml } from '#lib/platform/html/safe-html.ts';

interface StoredHtml {
  long_content: string;
  html_rules: number;
}

/**
 * Returns the rows with HTML that follows the current rules. HTML that was stored under older rules is sanitised. Most
 * shops have no such HTML, so the sanitiser is loaded only if needed.
 */
export async function withSafeHtml<Row extends StoredHtml>(rows: Row[]): Promise<(Row & { long_content: SafeHtml })[]> {
  const isSafe = (row: Row): row is Row & { long_content: SafeHtml } => row.html_rules === HTML_RULES_VERSION;
  if (rows.every(isSafe)) return rows;
  const { sanitizeDescription } = await import('#lib/platform/html/clean-html.server.ts');
  return rows.map((row) => (isSafe(row) ? row : { ...row, long_content: sanitizeDescription(row.long_content) }));
}
