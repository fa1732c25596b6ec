import { describe, expect, test } from 'vitest';
import { MAX_LAG_MS, ReplayBound } from '#lib/platform/db/standby/replay-bound.ts';

describe('the required position of a standby', () => {
  test('is unknown until the process has seen a position, and again after that is forgotten', () => {
    const bound = new ReplayBound();
    bound.beat(100, 0);
    expect(bound.minPosition(MAX_LAG_MS)).toBeUndefined();
    bound.raise(120);
    expect(bound.minPosition(0)).toBe(120);
    bound.forget();
    expect(bound.minPosition(0)).toBeUndefined();
  });

  test('is what the process has seen, however much the primary has written since', () => {
    const bound = new ReplayBound();
    bound.raise(120);
    bound.beat(500, 1_000);
    expect(bound.minPosition(1_000 + MAX_LAG_MS - 1)).toBe(120);
  });

  test('is at least what the primary had written before the allowed lag', () => {
    const bound = new ReplayBound();
    bound.raise(120);
    bound.beat(500, 1_000);
    bound.beat(600, 1_500);
    expect(bound.minPosition(1_000 + MAX_LAG_MS)).toBe(500);
    expect(bound.minPosition(1_500 + MAX_LAG_MS)).toBe(600);
    bound.raise(900);
    expect(bound.minPosition(1_500 + MAX_LAG_MS)).toBe(900);
  });

  test('the lag is counted from when the primary was first seen ahead', () => {
    const bound = new ReplayBound();
    for (const [position, at] of [
      [100, 0],
      [200, 500],
      [300, 1_000],
    ] as const)
      bound.beat(position, at);
    expect(bound.lagMs(300, 2_000)).toBe(0);
    expect(bound.lagMs(200, 2_000)).toBe(1_000);
    expect(bound.lagMs(150, 2_000)).toBe(1_500);
  });

  test('a primary that hangs causes no lag', () => {
    const bound = new ReplayBound();
    bound.raise(100);
    for (let at = 0; at < 3 * MAX_LAG_MS; at += 500) bound.beat(100, at);
    expect(bound.minPosition(3 * MAX_LAG_MS)).toBe(100);
    expect(bound.lagMs(100, 3 * MAX_LAG_MS)).toBe(0);
  });
});
