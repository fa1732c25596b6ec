import { describe, expect, test } from 'vitest';
import { orderIdOfToken, trackToken } from '#lib/sales/orders/record/track-token.server.ts';

describe('the tracking token of an order', () => {
  const KEY = 'k'.repeat(32);
  const TOKEN = trackToken(KEY, 'o1');

  test('identifies the order, and is valid only with the key of its shop', () => {
    expect(TOKEN.startsWith('o1.')).toBe(true);
    expect(orderIdOfToken(KEY, TOKEN)).toBe('o1');
    expect(orderIdOfToken('j'.repeat(32), TOKEN)).toBeUndefined();
  });

  test.each(['', '.', 'o1', 'o1.', TOKEN.slice(0, -1), `${TOKEN}x`, TOKEN.replace('o1', 'o2'), TOKEN.toUpperCase()])(
    '%j is invalid',
    (token) => expect(orderIdOfToken(KEY, token)).toBeUndefined(),
  );
});
