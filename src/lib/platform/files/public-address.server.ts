import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** IPv4 networks that are not the public internet: private, loopback, link-local, carrier NAT, test nets, multicast, reserved. */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Of IPv6 only global unicast is public, less what wraps an IPv4 address (Teredo, 6to4) and documentation. */
const PUBLIC_V6 = ['2000::/3'];
const NOT_PUBLIC_V6 = ['2001::/32', '2001:db8::/32', '2002::/16', '3fff::/20'];

const refusedV4 = networks(NOT_PUBLIC_V4, 'ipv4');
const globalV6 = networks(PUBLIC_V6, 'ipv6');
const refusedV6 = networks(NOT_PUBLIC_V6, 'ipv6');

/** Decides whether an address may be fetched from. */
export type AddressGuard = (address: string) => boolean;

/** Whether an IP address belongs to the public internet; false for anything that is no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refusedV4.check(address, 'ipv4');
  if (family === 6) return globalV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
  return false;
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

function networks(list: string[], type: 'ipv4' | 'ipv6'): BlockList {
  const blocked = new BlockList();
  for (const network of list) {
    const [address = '', bits] = network.split('/');
    blocked.addSubnet(address, Number(bits), type);
  }
  return blocked;
}
