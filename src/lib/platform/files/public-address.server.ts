import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All public addresses of IPv6 are in it. ipaddr.js says `unicast` of every address that it doesn't know. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

export type AddressGuard = (address: string) => boolean;

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(PUBLIC_IPV6)) return false;
  return parsed.range() === 'unicast';
}

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Throws when one address of the host is not allowed: the connection could take any of them. */
export async function resolveAllowed(host: string, isAllowed: AddressGuard): Promise<ResolvedAddress[]> {
  // In a URL an address of IPv6 stands in brackets.
  const name = host.replace(/^\[|\]$/g, '');
  const family = isIP(name);
  const addresses = family === 0 ? await lookup(name, { all: true }) : [{ address: name, family }];
  const refused = addresses.find(({ address }) => !isAllowed(address));
  if (refused) throw new Error(`${host} is at ${refused.address}, which is not on the public internet`);
  return addresses;
}
