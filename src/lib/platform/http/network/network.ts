import ipaddr from 'ipaddr.js';

declare const networkBrand: unique symbol;

/**
 * An IPv4 address (`203.0.113.7`), an IPv6 prefix (`2001:db8:1:2::/64`) or `unknown`. Only `networksOf` creates one.
 */
export type Network = string & { readonly [networkBrand]: true };

export interface NetworkLevel {
  network: Network;
  /** The factor by which the limit of this network exceeds the limit of one home. */
  limitFactor: number;
}

/** The networks that a visitor belongs to, narrowest first: one address for IPv4; /64, /56 and /48 for IPv6. */
export interface Networks {
  /** One household, office or phone: the IPv4 address or the /64. */
  home: Network;
  /** The largest block that one customer of a provider usually gets: the IPv4 address or the /48. */
  widest: Network;
  levels: readonly NetworkLevel[];
}

/**
 * A provider gives one customer a /64, /56 or /48, in which the customer chooses addresses freely. A mobile carrier
 * gives each phone a /64, so thousands of people may share a /48, as they share an IPv4 address behind CGNAT.
 */
const IPV6_LEVELS = [
  { bits: 64, limitFactor: 1 },
  { bits: 56, limitFactor: 2 },
  { bits: 48, limitFactor: 4 },
] as const;

/** The factors of all levels, narrowest first. */
export const NETWORK_LIMIT_FACTORS: readonly number[] = IPV6_LEVELS.map(({ limitFactor }) => limitFactor);

/**
 * Returns the networks of an address, on which all limits by network are based. Treats an IPv4-mapped IPv6 address as
 * its IPv4 address, and returns the network `unknown` for an invalid address.
 */
export function networksOf(address: string): Networks {
  if (!isAddress(address)) return networksFrom([{ network: 'unknown' as Network, limitFactor: 1 }]);
  const parsedAddress = ipaddr.process(address);
  if (parsedAddress instanceof ipaddr.IPv4)
    return networksFrom([{ network: parsedAddress.toString() as Network, limitFactor: 1 }]);
  return networksFrom(
    IPV6_LEVELS.map(({ bits, limitFactor }) => ({ network: prefixOf(parsedAddress, bits), limitFactor })),
  );
}

/** Checks more strictly than `ipaddr.isValid`, which also accepts `1` and `0x7f.1`. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

function networksFrom(levels: readonly NetworkLevel[]): Networks {
  const [narrowest, widest] = [levels.at(0), levels.at(-1)];
  if (!narrowest || !widest) throw new Error('A visitor belongs to at least one network.');
  return { home: narrowest.network, widest: widest.network, levels };
}

function prefixOf({ parts }: ipaddr.IPv6, bits: number): Network {
  const maskedParts = parts.map((part, index) => {
    const maskBits = Math.min(16, Math.max(0, bits - index * 16));
    return part & (0xffff << (16 - maskBits)) & 0xffff;
  });
  return `${new ipaddr.IPv6(maskedParts).toRFC5952String()}/${bits}` as Network;
}

/** The networks of visitors whose address is unknown, for example when a page is rendered for everyone. */
export const UNKNOWN_NETWORKS: Networks = networksOf('');
