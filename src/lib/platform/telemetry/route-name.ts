export type PatternOf = (path: string) => string | undefined;

/** Files, pictures and feeds have no pattern. Nothing else of an address may be told: it may hold a secret. */
const AREAS = /^\/(_astro|fonts|pictures|og|feeds|healthz|readyz)\b/;

export function routeName(url: string, patternOf: PatternOf): string {
  const [path = ''] = url.split('?', 1);
  return patternOf(path) ?? AREAS.exec(path)?.[0] ?? '/…';
}
