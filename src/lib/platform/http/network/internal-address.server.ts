import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const INTERNAL_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);

/** Whether an address is one of this machine or of a private network, from which proxies and load balancers connect. */
export function isInternalAddress(address: string | undefined): boolean {
  if (address === undefined || isIP(address) === 0) return false;
  return INTERNAL_RANGES.has(ipaddr.process(address).range());
}
