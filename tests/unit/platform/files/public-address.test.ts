import { expect, it } from 'vitest';
import { isPublicAddress, resolveAllowed } from '#lib/platform/files/public-address.server.ts';

it.each(['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.63.0.1', '2606:4700::1111', '2404:6800:4007::200e'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

it.each([
  ...[
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
  ],
  ...[
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '239.1.1.1',
    '255.255.255.255',
  ],
  ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8'],
  ...[
    '64:ff9b::a00:1',
    '::7f00:1',
    '4000::1',
    '2001:2::1',
    '2620:4f:8000::1',
    '192.31.196.1',
    '2002:a00:1::',
    '2001::1',
    '2001:db8::1',
    '',
    'localhost',
    '999.1.1.1',
  ],
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

it('rejects names and addresses that resolve to this machine', async () => {
  await expect(resolveAllowed('localhost', isPublicAddress)).rejects.toThrow(/not on the public internet/);
  for (const host of [
    '[::1]',
    '[::ffff:7f00:1]',
    new URL('http://2130706433/').hostname,
    new URL('http://0x7f.1/').hostname,
  ]) {
    await expect(resolveAllowed(host, isPublicAddress)).rejects.toThrow(/not on the public internet/);
  }
});
