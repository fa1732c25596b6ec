import ipaddr from 'ipaddr.js';
import { z } from 'zod/mini';
import { converted, onOff, setting, text } from '#lib/platform/settings/setting-types.server.ts';

/** An IPv6 visitor is identified by their /64 network, so a narrower range would never match. */
const MAX_IPV6_BITS = 64;

export const ADMIN_SETTINGS = {
  admin: z.object({
    isOn: setting('ADMIN', onOff(), {
      description: '`off` removes the admin at `/admin`: its routes respond with 404, and its code is never loaded.',
      default: 'on',
    }),
    allowedRanges: setting('ADMIN_ALLOW', addressRanges(), {
      description:
        'The IP addresses and ranges from which the admin can be opened. For all others, its routes respond with 404.',
      unset: 'all addresses',
    }),
  }),
};

export type AddressRange = [address: ipaddr.IPv4 | ipaddr.IPv6, prefixBits: number];

function addressRanges() {
  const type = text('`203.0.113.7`, `198.51.100.0/24`, `2001:db8::/48`, separated by commas', (value) =>
    rangesIn(value)
      .filter((range) => rangeOf(range) === undefined)
      .map(
        (range) =>
          `has ${range}; it must be an IPv4 address or range, or an IPv6 range with a prefix length of at most 64.`,
      ),
  );
  return converted(type, (value) => rangesIn(value).map((range) => rangeOf(range) as AddressRange));
}

function rangesIn(list: string): string[] {
  return list.split(/[,\s]+/).filter(Boolean);
}

function rangeOf(text: string): AddressRange | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return [ipaddr.IPv4.parse(text), 32];
  if (!ipaddr.isValidCIDR(text)) return undefined;
  const [address, bits] = ipaddr.parseCIDR(text);
  return address.kind() === 'ipv6' && bits > MAX_IPV6_BITS ? undefined : [address, bits];
}
