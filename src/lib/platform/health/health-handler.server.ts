import type { Readiness } from '#lib/platform/health/readiness.server.ts';
import { isHealthPath } from '#lib/platform/http/guards.server.ts';
import type { RequestHandler } from '#lib/platform/http/server/front-options.server.ts';
import type { ShutdownFlag } from '#lib/platform/http/server/shutdown-flag.server.ts';

export interface Health {
  readiness: Readiness;
  readinessForPages: Readiness;
  shutdownFlag: ShutdownFlag;
  notReadyReason(): string | undefined;
}

/**
 * Answers /healthz, /readyz and /readyz/pages. Load balancers use the last: they must not remove every process because
 * of a problem that prevents all from writing.
 */
export function healthHandler({ readiness, readinessForPages, shutdownFlag, notReadyReason }: Health): RequestHandler {
  const problemOf = async (checked: Readiness) =>
    shutdownFlag.read() ? 'stopping' : (notReadyReason() ?? (await checked.problem()));
  return async (req, res) => {
    if (!isHealthPath(req.url)) return false;
    const checked = req.url === '/readyz' ? readiness : readinessForPages;
    const problem = req.url === '/healthz' ? undefined : await problemOf(checked);
    const body = JSON.stringify({ status: problem ? 'error' : 'success', message: problem ?? 'ok', data: null });
    res.writeHead(problem ? 503 : 200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    res.end(req.method === 'HEAD' ? undefined : body);
    return true;
  };
}
