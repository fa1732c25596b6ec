import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * How long the rest of an upload is read. A browser shows the response only after it has sent all files, and a phone
 * needs a long time for that.
 */
const MAX_UPLOAD_MS = 60_000;
const MAX_OTHER_MS = 5_000;

/**
 * Closes the connection after a response that is sent before the body has arrived (RFC 9112, 9.3). If the connection
 * stayed open, the rest of the body would be parsed as the next request, or never be read. The rest is read for up to a
 * minute, because closing immediately would reset the connection before the client has received the response.
 */
export function closeIfBodyIsUnread(req: IncomingMessage, res: ServerResponse): void {
  if (!hasBody(req)) return;
  const [writeHead, end] = [res.writeHead.bind(res), res.end.bind(res)];
  res.writeHead = (...args: unknown[]) => {
    if (!req.complete) res.setHeader('connection', 'close');
    return writeHead(...(args as Parameters<typeof writeHead>));
  };
  res.end = (chunk?: unknown) => {
    if (req.complete || res.closed) return end(chunk);
    if (chunk === undefined || chunk === null) res.flushHeaders();
    else res.write(chunk);
    void readRest(req).then(() => end());
    return res;
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function readRest(req: IncomingMessage): Promise<void> {
  const isUpload = req.headers['content-type']?.startsWith('multipart/') ?? false;
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(stop, isUpload ? MAX_UPLOAD_MS : MAX_OTHER_MS);
    // An earlier reader that waits for more data would block the stream.
    req.removeAllListeners('readable').once('end', stop).once('close', stop);
    setImmediate(() => req.resume());
  });
}
