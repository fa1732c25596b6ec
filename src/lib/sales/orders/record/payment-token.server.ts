import type { PaymentPurpose } from '#lib/platform/db/tables/payments.ts';
import { isSameSecret, keyedHash } from '#lib/platform/tokens.server.ts';

/** The permission that a payment link grants: to pay for an order once, without any other access to the order. */
export interface PaymentGrant {
  orderId: string;
  /** The purpose of the payment. After this payment, the link is used up. */
  purpose: PaymentPurpose;
  /** The time at which the link expires, in epoch ms. */
  until: number;
}

const PREFIX = 'pay.';

export function paymentToken(secretKey: string, { orderId, purpose, until }: PaymentGrant): string {
  const signedText = `${orderId}.${purpose}.${until.toString(36)}`;
  return `${PREFIX}${signedText}.${keyedHash(secretKey, 'payment-link', signedText)}`;
}

/** Returns the grant in a token; undefined if this shop did not create the token. The grant may have expired. */
export function readPaymentToken(secretKey: string, token: string): PaymentGrant | undefined {
  if (!isPaymentToken(token)) return undefined;
  const [orderId = '', purpose, time = ''] = token.slice(PREFIX.length).split('.');
  const grant = { orderId, purpose: purpose as PaymentPurpose, until: Number.parseInt(time, 36) };
  return isSameSecret(token, paymentToken(secretKey, grant)) ? grant : undefined;
}

export function isPaymentToken(token: string): boolean {
  return token.startsWith(PREFIX);
}
