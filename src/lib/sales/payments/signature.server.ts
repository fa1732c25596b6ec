import { createHmac, timingSafeEqual } from 'node:crypto';

export function signatureOf(secret: string, body: Buffer | string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

export function isSignedBy(secret: string, body: Buffer | string, signature: string | null): boolean {
  if (signature === null) return false;
  const expected = Buffer.from(signatureOf(secret, body));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
