import { describe, expect, test } from 'vitest';
import { MAX_LAG_MS, ReplayBound } from '#lib/platform/db/standby/replay-bound.ts';

describe('ReplayBound', () => {
  test('does not know the required position until the process has seen one, or after forgetting it', () => {
    const bound = new ReplayBound();
    bound.addSample(100, 0);
    expect(bound.minPosition(MAX_LAG_MS)).toBeUndefined();
    bound.set(120);
    expect(bound.minPosition(0)).toBe(120);
    bound.forget();
    expect(bound.minPosition(0)).toBeUndefined();
  });

  test('requires what the process has seen, if newer writes of the primary are within the allowed lag', () => {
    const bound = new ReplayBound();
    bound.set(120);
    bound.addSample(500, 1_000);
    expect(bound.minPosition(1_000 + MAX_LAG_MS - 1)).toBe(120);
  });

  test('requires at least what the primary had written before the allowed lag', () => {
    const bound = new ReplayBound();
    bound.set(120);
    bound.addSample(500, 1_000);
    bound.addSample(600, 1_500);
    expect(bound.minPosition(1_000 + MAX_LAG_MS)).toBe(500);
    expect(bound.minPosition(1_500 + MAX_LAG_MS)).toBe(600);
    bound.set(900);
    expect(bound.minPosition(1_500 + MAX_LAG_MS)).toBe(900);
  });

  test('counts the lag from when the primary was first seen ahead', () => {
    const bound = new ReplayBound();
    for (const [position, at] of [
      [100, 0],
      [200, 500],
      [300, 1_000],
    ] as const)
      bound.addSample(position, at);
    expect(bound.lagMs(300, 2_000)).toBe(0);
    expect(bound.lagMs(200, 2_000)).toBe(1_000);
    expect(bound.lagMs(150, 2_000)).toBe(1_500);
  });

  test('counts no lag while the primary writes nothing', () => {
    const bound = new ReplayBound();
    bound.set(100);
    for (let at = 0; at < 3 * MAX_LAG_MS; at += 500) bound.addSample(100, at);
    expect(bound.minPosition(3 * MAX_LAG_MS)).toBe(100);
    expect(bound.lagMs(100, 3 * MAX_LAG_MS)).toBe(0);
  });
});
