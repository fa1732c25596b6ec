import type { Logger } from 'pino';
import { type PatternOf, routeName } from '#lib/platform/telemetry/route-name.ts';
import type { HandledRequest, Traffic } from '#lib/platform/telemetry/traffic.server.ts';

/**
 * Logs about one in `oneIn` of the requests. A URL may contain a token or an email address, so a line has only the
 * pattern of the route, and no data about the visitor.
 */
export function writeAccessLog(traffic: Traffic, log: Logger, patternOf: PatternOf, oneIn: number): void {
  const write = ({ url, routeClass, requestId, method, status, ms }: HandledRequest) => {
    const route = routeClass === 'refused' ? '/…' : routeName(url, patternOf);
    log.info({ requestId, method, route, class: routeClass, status, ms: Math.round(ms * 10) / 10, oneIn }, 'request');
  };
  traffic.observe((request) => {
    if (Math.random() * oneIn < 1) write(request);
  });
  traffic.observeCached(oneIn, write);
}
