import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only part of IPv6 that is given out for public use; ipaddr.js takes all unknown addresses for unicast. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Decides whether an address may be fetched from. */
export type AddressGuard = (address: string) => boolean;

/** Whether an IP address belongs to the public internet; false for anything that is no address. */
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

/** The addresses of a host, which are all allowed; throws when one of them is not. */
export async function resolveAllowed(host: string, isAllowed: AddressGuard): Promise<ResolvedAddress[]> {
  const bare = host.replace(/^\[|\]$/g, '');
  const family = isIP(bare);
  const addresses = family === 0 ? await lookup(bare, { all: true }) : [{ address: bare, family }];
  const refused = addresses.find(({ address }) => !isAllowed(address));
  if (refused) throw new Error(`${host} is at ${refused.address}, which is not on the public internet`);
  return addresses;
}
