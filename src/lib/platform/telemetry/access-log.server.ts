import type { Logger } from 'pino';
import type { AnsweredRequest, Traffic } from '#lib/platform/telemetry/traffic.server.ts';

type PatternOf = (path: string) => string | undefined;

/**
 * One line for one in `oneIn` requests, chosen by chance. An address may hold a token or an e-mail, so the line has the
 * pattern of the route, and nothing of who asked.
 */
export function writeAccessLog(traffic: Traffic, log: Logger, patternOf: PatternOf, oneIn: number): void {
  const write = ({ url, routeClass, requestId, method, status, ms }: AnsweredRequest) => {
    const route = routeOf(url, routeClass, patternOf);
    log.info({ requestId, method, route, class: routeClass, status, ms: Math.round(ms * 10) / 10, oneIn }, 'request');
  };
  traffic.listen((answered) => {
    if (Math.random() * oneIn < 1) write(answered);
  });
  traffic.listenToKept(oneIn, write);
}

function routeOf(url: string, routeClass: AnsweredRequest['routeClass'], patternOf: PatternOf): string {
  if (routeClass === 'refused') return '/…';
  const [path = ''] = url.split('?', 1);
  return patternOf(path) ?? /^\/(_astro|fonts|pictures|og|feeds|healthz|readyz)\b/.exec(path)?.[0] ?? '/…';
}
