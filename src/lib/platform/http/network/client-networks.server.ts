import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { type Networks, networksOf } from '#lib/platform/http/network/network.ts';

/**
 * Returns a visitor's networks. No other code determines a visitor's address. In `X-Forwarded-For`, clients can forge
 * the entries before those that trusted proxies have added.
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
