import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All public IPv6 addresses. This range is needed because ipaddr.js classifies every unknown address as `unicast`. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

export type AddressGuard = (address: string) => boolean;

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsedAddress = ipaddr.parse(address);
  if (parsedAddress instanceof ipaddr.IPv6 && !parsedAddress.match(PUBLIC_IPV6)) return false;
  return parsedAddress.range() === 'unicast';
}

/** Returns the host's addresses. Throws an Error if any of them is not allowed, because each could be used. */
export async function resolveAllowed(host: string, isAllowed: AddressGuard): Promise<LookupAddress[]> {
  // In a URL, an IPv6 address is in brackets.
  const name = host.replace(/^\[|\]$/g, '');
  const family = isIP(name);
  const addresses = family === 0 ? await lookup(name, { all: true }) : [{ address: name, family }];
  const refusedAddress = addresses.find(({ address }) => !isAllowed(address));
  if (refusedAddress) throw new Error(`${host} is at ${refusedAddress.address}, which is not on the public internet`);
  return addresses;
}
