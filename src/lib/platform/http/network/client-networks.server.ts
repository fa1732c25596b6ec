import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { type Networks, networksOf } from '#lib/platform/http/network/network.ts';

/**
 * The only place that determines a visitor's address. Clients can forge the entries before those of trusted proxies.
 */
export function clientNetworks(req: IncomingMessage, trustedProxies: number): Networks {
  const socketAddress = req.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return networksOf(socketAddress);
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const clientAddress = forwarded.at(-trustedProxies) ?? forwarded[0];
  return networksOf(clientAddress && isIP(clientAddress) ? clientAddress : socketAddress);
}
