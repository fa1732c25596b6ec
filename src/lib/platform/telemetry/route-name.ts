export type PatternOf = (path: string) => string | undefined;

/**
 * Files, pictures and feeds have no pattern. No other part of an address may be reported, because it may contain a
 * secret.
 */
const AREAS = /^\/(_astro|fonts|pictures|og|feeds|healthz|readyz)\b/;

export function routeName(url: string, patternOf: PatternOf): string {
  const [path = ''] = url.split('?', 1);
  return patternOf(path) ?? AREAS.exec(path)?.[0] ?? '/…';
}
