import { expect, test } from 'vitest';
import { isSignedBy, signatureOf } from '#lib/sales/payments/signature.server.ts';
import { isGatewayId } from '#lib/sales/payments/signed-events.schema.ts';

const SIGNATURE = signatureOf('secret', '{"a":1}');

test('a body is signed with HMAC-SHA-256 in hexadecimal', () => {
  // From `printf '{"a":1}' | openssl dgst -sha256 -hmac secret`.
  expect(SIGNATURE).toBe('aa9e2e3575f5d7098b6caccd790888c36d5fdb63342a73bada2d6a51747a8494');
  expect(isSignedBy('secret', Buffer.from('{"a":1}'), SIGNATURE)).toBe(true);
});

test.each([null, '', SIGNATURE.slice(1), `${SIGNATURE}0`, SIGNATURE.toUpperCase(), 'ä'.repeat(32), 'f'.repeat(64)])(
  'rejects the signature %j',
  (signature) => expect(isSignedBy('secret', '{"a":1}', signature)).toBe(false),
);

test.each([
  ['pay_29QQoUBi66xm2f', true],
  ['evt.1:a-b', true],
  ['x'.repeat(100), true],
  ['x'.repeat(101), false],
  ['', false],
  ['a b', false],
  ['a\n', false],
  ['ä', false],
  [null, false],
])('%j is a valid id of a gateway: %s', (text, isId) => expect(isGatewayId(text)).toBe(isId));
