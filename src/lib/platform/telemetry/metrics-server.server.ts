import { createServer, type Server } from 'node:http';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { StartError } from '#lib/platform/errors/start-error.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

/**
 * Serves metrics on a separate port, which visitors must not reach. Throws a StartError if it can't listen on that
 * port.
 */
export function serveMetrics(
  { host, port }: NonNullable<Settings['metrics']>,
  read: () => Promise<{ contentType: string; text: string }>,
): Promise<Server> {
  const server = createServer(async (req, res) => {
    if (req.method !== 'GET' || req.url?.split('?', 1)[0] !== '/metrics') {
      res.writeHead(404, { 'content-type': 'text/plain' }).end('Metrics are at /metrics.\n');
      return;
    }
    const { contentType, text } = await read();
    res.writeHead(200, { 'content-type': contentType }).end(text);
  });
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const reason = codeOf(cause) || cause.message;
      reject(new StartError(`The shop can't start: it can't listen on METRICS_PORT ${port} (${reason}).`, { cause }));
    });
    server.listen({ host, port, exclusive: true }, () => resolve(server.unref()));
  });
}
