import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const NEAR = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);

/** An address of this machine or of a private network, from which proxies and load balancers connect. */
export function isNearAddress(address: string | undefined): boolean {
  if (address === undefined || isIP(address) === 0) return false;
  return NEAR.has(ipaddr.process(address).range());
}
