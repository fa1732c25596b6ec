export type PatternOf = (path: string) => string | undefined;

/**
 * The beginnings of the paths of files, pictures, feeds and health checks, which have no route pattern. Other parts of
 * a URL are not reported, because they may contain a secret.
 */
const UNROUTED_PREFIXES = /^\/(_astro|fonts|pictures|og|feeds|healthz|readyz)\b/;

/**
 * Returns the route pattern of a URL for logs and traces. If the URL has no route, returns the beginning of its path if
 * that is known, or `/…`.
 */
export function routeName(url: string, patternOf: PatternOf): string {
  const [path = ''] = url.split('?', 1);
  return patternOf(path) ?? UNROUTED_PREFIXES.exec(path)?.[0] ?? '/…';
}
