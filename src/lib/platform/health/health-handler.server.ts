import type { Readiness } from '#lib/platform/health/readiness.server.ts';
import type { RequestHandler } from '#lib/platform/http/front-options.server.ts';
import { isHealthPath } from '#lib/platform/http/guards.server.ts';
import type { StopSign } from '#lib/platform/http/stop-sign.server.ts';

export interface Health {
  readiness: Readiness;
  stopSign: StopSign;
  reasonAgainst(): string | undefined;
}

/** /healthz: the process is alive. /readyz: it can serve, writes included, and `reasonAgainst` gives no reason. */
export function healthHandler({ readiness, stopSign, reasonAgainst }: Health): RequestHandler {
  const whyNotReady = async () => (stopSign.read() ? 'stopping' : (reasonAgainst() ?? (await readiness.problem())));
  return async (req, res) => {
    if (!isHealthPath(req.url)) return false;
    const problem = req.url === '/healthz' ? undefined : await whyNotReady();
    const body = JSON.stringify({ status: problem ? 'error' : 'success', message: problem ?? 'ok', data: null });
    res.writeHead(problem ? 503 : 200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    res.end(req.method === 'HEAD' ? undefined : body);
    return true;
  };
}
