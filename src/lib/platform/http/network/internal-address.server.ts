import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const INTERNAL_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);

/**
 * Returns whether an address belongs to this machine or to a private network. Proxies and load balancers connect from
 * such addresses.
 */
export function isInternalAddress(address: string | undefined): boolean {
  if (address === undefined || isIP(address) === 0) return false;
  return INTERNAL_RANGES.has(ipaddr.process(address).range());
}
