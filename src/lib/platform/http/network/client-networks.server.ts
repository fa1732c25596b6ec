import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { type Networks, networksOf } from '#lib/platform/http/network/network.ts';

/**
 * Determines a visitor's address; no other code does. Clients can forge the entries before those of trusted proxies.
 */
export function clientNetworks(req: IncomingMessage, trustedProxies: number): Networks {
  const socketAddress = req.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return networksOf(socketAddress);
  const forwardedAddresses = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const clientAddress = forwardedAddresses.at(-trustedProxies) ?? forwardedAddresses[0];
  return networksOf(clientAddress && isIP(clientAddress) ? clientAddress : socketAddress);
}
