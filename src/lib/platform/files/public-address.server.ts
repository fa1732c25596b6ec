import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only public part of IPv6; ipaddr.js takes all unknown addresses for unicast. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

export type AddressGuard = (address: string) => boolean;

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_V6)) return false;
  return parsed.range() === 'unicast';
}

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Throws when one address of the host is not allowed. */
export async function resolveAllowed(host: string, isAllowed: AddressGuard): Promise<ResolvedAddress[]> {
  const bare = host.replace(/^\[|\]$/g, '');
  const family = isIP(bare);
  const addresses = family === 0 ? await lookup(bare, { all: true }) : [{ address: bare, family }];
  const refused = addresses.find(({ address }) => !isAllowed(address));
  if (refused) throw new Error(`${host} is at ${refused.address}, which is not on the public internet`);
  return addresses;
}
