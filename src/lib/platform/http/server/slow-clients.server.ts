import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How fast a client must send a body or read a response. */
export interface RequiredSpeed {
  /** How long a transfer may be slow. */
  graceMs: number;
  /** The average speed that a transfer needs after `graceMs`. */
  bytesPerSecond: number;
  checkEveryMs: number;
}

/** The default. An upload over 3G is 50 times as fast (product.md, "Limits for visitors"). */
const REQUIRED_SPEED: RequiredSpeed = { graceMs: 60_000, bytesPerSecond: 1_000, checkEveryMs: 5_000 };
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

interface Transfer {
  /** How long the shop has waited for the client. */
  waitedMs: number;
  /** The number of bytes that were transferred in `waitedMs`. */
  bytes: number;
  /** The number of bytes that the socket had transferred at the last check. */
  socketBytes: number;
}

/** Disconnects clients that send a body or read a response more slowly than any real network. */
export function disconnectSlowClients(server: Server, requiredSpeed = REQUIRED_SPEED): void {
  const readers = new Map<Socket, Transfer>();
  const senders = new Map<IncomingMessage, Transfer & { res: ServerResponse }>();
  server.on('connection', (socket: Socket) => {
    readers.set(socket, { waitedMs: 0, bytes: 0, socketBytes: 0 });
    socket.once('close', () => readers.delete(socket));
  });
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    const { headers } = req;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    senders.set(req, { waitedMs: 0, bytes: 0, socketBytes: req.socket.bytesRead, res });
    req.once('close', () => senders.delete(req));
  });
  let checkedAt = performance.now();
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - checkedAt;
    checkedAt += elapsedMs;
    for (const [socket, transfer] of readers)
      if (isTooSlow(updateReader(socket, transfer, elapsedMs), requiredSpeed)) socket.destroy();
    for (const [req, transfer] of senders)
      if (isTooSlow(updateSender(req, transfer, elapsedMs), requiredSpeed)) endSender(req, transfer.res);
  }, requiredSpeed.checkEveryMs);
  server.once('close', () => clearInterval(timer.unref()));
  timer.unref();
}

function isTooSlow({ waitedMs, bytes }: Transfer, { graceMs, bytesPerSecond }: RequiredSpeed): boolean {
  return waitedMs > graceMs && bytes < ((waitedMs - graceMs) / 1_000) * bytesPerSecond;
}

/**
 * Updates the transfer of a response. Counts from the first check at which bytes are still to be sent, because earlier
 * bytes were in the buffers of the system.
 */
function updateReader(socket: Socket, transfer: Transfer, elapsedMs: number): Transfer {
  const socketBytes = socket.bytesWritten - socket.writableLength;
  const isWaiting = socket.writableLength > 0;
  transfer.bytes = isWaiting && transfer.waitedMs > 0 ? transfer.bytes + socketBytes - transfer.socketBytes : 0;
  transfer.waitedMs = isWaiting ? transfer.waitedMs + elapsedMs : 0;
  transfer.socketBytes = socketBytes;
  return transfer;
}

/**
 * Updates the transfer of a body. Counts no time while received bytes have not been read, because the shop is then the
 * bottleneck.
 */
function updateSender(req: IncomingMessage, transfer: Transfer, elapsedMs: number): Transfer {
  const { bytesRead } = req.socket;
  if (!req.complete && req.readableLength === 0) transfer.waitedMs += elapsedMs;
  transfer.bytes += bytesRead - transfer.socketBytes;
  transfer.socketBytes = bytesRead;
  return req.complete ? { ...transfer, waitedMs: 0 } : transfer;
}

function endSender({ socket }: IncomingMessage, res: ServerResponse): void {
  if (!res.headersSent) socket.write(TOO_SLOW);
  socket.destroySoon();
}
