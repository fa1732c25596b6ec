import type { Readiness } from '#lib/platform/health/readiness.server.ts';
import { isHealthPath } from '#lib/platform/http/guards.server.ts';
import type { RequestHandler } from '#lib/platform/http/request-handler.ts';
import type { ShutdownFlag } from '#lib/platform/http/server/shutdown-flag.server.ts';

export interface Health {
  readiness: Readiness;
  readinessForPages: Readiness;
  shutdownFlag: ShutdownFlag;
  notReadyReason(): string | undefined;
}

/**
 * Returns a handler that responds to /healthz, /readyz and /readyz/pages. Load balancers use /readyz/pages, so that
 * they don't remove all processes if no process can write.
 */
export function healthHandler({ readiness, readinessForPages, shutdownFlag, notReadyReason }: Health): RequestHandler {
  const problemOf = async (readinessCheck: Readiness) =>
    shutdownFlag.read() ? 'stopping' : (notReadyReason() ?? (await readinessCheck.problem()));
  return async (req, res) => {
    if (!isHealthPath(req.url)) return false;
    const readinessCheck = req.url === '/readyz' ? readiness : readinessForPages;
    const problem = req.url === '/healthz' ? undefined : await problemOf(readinessCheck);
    const body = JSON.stringify({ status: problem ? 'error' : 'success', message: problem ?? 'ok', data: null });
    res.writeHead(problem ? 503 : 200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    res.end(req.method === 'HEAD' ? undefined : body);
    return true;
  };
}
