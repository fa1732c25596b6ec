export type PatternOf = (path: string) => string | undefined;

/**
 * Files, pictures and feeds have no route pattern. Other parts of an address are not reported, because they may contain
 * a secret.
 */
const AREAS = /^\/(_astro|fonts|pictures|og|feeds|healthz|readyz)\b/;

export function routeName(url: string, patternOf: PatternOf): string {
  const [path = ''] = url.split('?', 1);
  return patternOf(path) ?? AREAS.exec(path)?.[0] ?? '/…';
}
