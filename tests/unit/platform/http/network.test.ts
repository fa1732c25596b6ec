import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { NetworkCounts } from '#lib/platform/http/network/network-counts.server.ts';
import { networkBudgets } from '#lib/platform/http/network/rate-limit.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

describe('the networks', () => {
  test.each([
    ['203.0.113.7', ['203.0.113.7']],
    ['::ffff:203.0.113.7', ['203.0.113.7']],
    ['::ffff:cb00:7107', ['203.0.113.7']],
    ['2001:db8:1:2ff:3:4:5:6', ['2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
    ['2001:DB8:0001:02ff::9', ['2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
    ['::1', ['::/64', '::/56', '::/48']],
    ['fe80::1%eth0', ['fe80::/64', 'fe80::/56', 'fe80::/48']],
    ['', ['unknown']],
    ['0x7f.1', ['unknown']],
  ])('of %j are $1', (address, expected) => {
    const { home, widest, levels } = networksOf(address);
    expect(levels.map(({ network }) => network)).toEqual(expected);
    expect([home, widest]).toEqual([expected[0], expected.at(-1)]);
  });

  test('of two visitors with IPv4-mapped addresses differ', () => {
    expect(networksOf('::ffff:203.0.113.7').home).not.toBe(networksOf('::ffff:203.0.113.8').home);
  });

  test('have a larger budget if they are wider', () => {
    const budgets = networkBudgets(networksOf('2001:db8::1'), { key: 'mails', max: 30, windowMs: 1 });
    expect(budgets.map(({ key, max }) => [key, max])).toEqual([
      ['mails:2001:db8::/64', 30],
      ['mails:2001:db8::/56', 60],
      ['mails:2001:db8::/48', 120],
    ]);
  });
});

describe('writes in a minute', () => {
  const countAllowed = (counts: NetworkCounts, addresses: string[]) =>
    addresses.filter((address) => counts.tryAdd(networksOf(address), 600)).length;
  const addressList = (address: (n: number) => string, count: number) =>
    Array.from({ length: count }, (_, n) => address(n));

  test('are limited to 600 for one home network, regardless of the number of addresses that it uses', () => {
    const counts = new NetworkCounts(MINUTE_MS, () => 0);
    expect(
      countAllowed(
        counts,
        addressList((n) => `2001:db8::${(n + 1).toString(16)}`, 900),
      ),
    ).toBe(600);
    expect(countAllowed(counts, ['2001:db8:0:1::1'])).toBe(1);
  });

  test('are limited to 1,200 for a /56 and 2,400 for a /48', () => {
    expect(
      countAllowed(
        new NetworkCounts(MINUTE_MS, () => 0),
        addressList((n) => `2001:db8:0:${(n % 200).toString(16)}::1`, 5_000),
      ),
    ).toBe(1_200);
    expect(
      countAllowed(
        new NetworkCounts(MINUTE_MS, () => 0),
        addressList((n) => `2001:db8:0:${n.toString(16)}::1`, 5_000),
      ),
    ).toBe(2_400);
  });

  test('from a flooding home network do not reduce the limit for its neighbours', () => {
    const counts = new NetworkCounts(MINUTE_MS, () => 0);
    countAllowed(
      counts,
      addressList(() => '2001:db8::1', 10_000),
    );
    expect(
      countAllowed(
        counts,
        addressList(() => '2001:db8:0:1::1', 500),
      ),
    ).toBe(500);
  });

  test('from IPv4-mapped addresses are counted separately for each address', () => {
    const counts = new NetworkCounts(MINUTE_MS, () => 0);
    countAllowed(
      counts,
      addressList(() => '::ffff:203.0.113.7', 700),
    );
    expect(countAllowed(counts, ['::ffff:203.0.113.8'])).toBe(1);
    expect(countAllowed(counts, ['203.0.113.7'])).toBe(0);
  });
});

function filesWith(pattern: RegExp): string[] {
  return globSync('src/**/*.{ts,tsx,astro}').filter((file) => pattern.test(readFileSync(file, 'utf8')));
}

/** Rate limits count by `Network`. Only the listed files may read a visitor's address, so no limit counts by address. */
describe('a visitor’s address', () => {
  const READERS = new Map([
    ['src/lib/platform/http/network/client-networks.server.ts', 'converts it to Networks'],
    ['src/lib/platform/http/guards.server.ts', 'health checks from private networks'],
    ['src/lib/platform/http/server/untrusted-proxy.server.ts', 'detects a proxy that is not trusted'],
    ['src/lib/platform/http/server/personal-responses.server.ts', 'overwrites the header'],
  ]);
  const READS_ADDRESS = /remoteAddress|x-forwarded-for|clientAddress|x-real-ip|\bforwarded['"]/i;

  test('is read only by the listed files', () => {
    const readers = filesWith(READS_ADDRESS);
    expect(readers.toSorted()).toEqual([...READERS.keys()].toSorted());
  });

  test('is converted to a network only in one file', () => {
    const castingFiles = filesWith(/\bas Networks?\b/);
    expect(castingFiles).toEqual(['src/lib/platform/http/network/network.ts']);
    const callers = filesWith(/\bnetworksOf\(/);
    expect(callers.toSorted()).toEqual([
      'src/lib/platform/http/network/client-networks.server.ts',
      'src/lib/platform/http/network/network.ts',
    ]);
  });
});
