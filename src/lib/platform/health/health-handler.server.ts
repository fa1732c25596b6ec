import type { Readiness } from '#lib/platform/health/readiness.server.ts';
import { isHealthPath } from '#lib/platform/http/guards.server.ts';
import type { RequestHandler } from '#lib/platform/http/server/front-options.server.ts';
import type { ShutdownFlag } from '#lib/platform/http/server/shutdown-flag.server.ts';

export interface Health {
  readiness: Readiness;
  readinessForPages: Readiness;
  shutdownFlag: ShutdownFlag;
  reasonAgainst(): string | undefined;
}

/** For balancers, /readyz/pages: what keeps all processes from writing is no reason to turn away from each. */
export function healthHandler({ readiness, readinessForPages, shutdownFlag, reasonAgainst }: Health): RequestHandler {
  const whyNotReady = async (asked: Readiness) =>
    shutdownFlag.read() ? 'stopping' : (reasonAgainst() ?? (await asked.problem()));
  return async (req, res) => {
    if (!isHealthPath(req.url)) return false;
    const asked = req.url === '/readyz' ? readiness : readinessForPages;
    const problem = req.url === '/healthz' ? undefined : await whyNotReady(asked);
    const body = JSON.stringify({ status: problem ? 'error' : 'success', message: problem ?? 'ok', data: null });
    res.writeHead(problem ? 503 : 200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    res.end(req.method === 'HEAD' ? undefined : body);
    return true;
  };
}
