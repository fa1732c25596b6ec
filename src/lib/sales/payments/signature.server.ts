import { createHmac } from 'node:crypto';
import { isSameSecret } from '#lib/platform/tokens.server.ts';

export function signatureOf(secret: string, body: Buffer | string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

export function isSignedBy(secret: string, body: Buffer | string, signature: string | null): boolean {
  return signature !== null && isSameSecret(signature, signatureOf(secret, body));
}
