import { describe, expect, test } from 'vitest';
import { MAX_LAG_MS, ReplayBound } from '#lib/platform/db/standby/replay-bound.ts';

describe('ReplayBound', () => {
  test('has no required position until the process has seen one, and after it is forgotten', () => {
    const bound = new ReplayBound();
    bound.addSample(100, 0);
    expect(bound.minPosition(MAX_LAG_MS)).toBeUndefined();
    bound.position = 120;
    expect(bound.minPosition(0)).toBe(120);
    bound.position = undefined;
    expect(bound.minPosition(0)).toBeUndefined();
  });

  test('requires the position that the process has seen if newer writes are within the allowed lag', () => {
    const bound = new ReplayBound();
    bound.position = 120;
    bound.addSample(500, 1_000);
    expect(bound.minPosition(1_000 + MAX_LAG_MS - 1)).toBe(120);
  });

  test('requires at least the position that the primary had reached MAX_LAG_MS ago', () => {
    const bound = new ReplayBound();
    bound.position = 120;
    bound.addSample(500, 1_000);
    bound.addSample(600, 1_500);
    expect(bound.minPosition(1_000 + MAX_LAG_MS)).toBe(500);
    expect(bound.minPosition(1_500 + MAX_LAG_MS)).toBe(600);
    bound.position = 900;
    expect(bound.minPosition(1_500 + MAX_LAG_MS)).toBe(900);
  });

  test('measures the lag from the first sample in which the primary was ahead', () => {
    const bound = new ReplayBound();
    for (const [position, time] of [
      [100, 0],
      [200, 500],
      [300, 1_000],
    ] as const)
      bound.addSample(position, time);
    expect(bound.lagMs(300, 2_000)).toBe(0);
    expect(bound.lagMs(200, 2_000)).toBe(1_000);
    expect(bound.lagMs(150, 2_000)).toBe(1_500);
  });

  test('has no lag while the primary writes nothing', () => {
    const bound = new ReplayBound();
    bound.position = 100;
    for (let time = 0; time < 3 * MAX_LAG_MS; time += 500) bound.addSample(100, time);
    expect(bound.minPosition(3 * MAX_LAG_MS)).toBe(100);
    expect(bound.lagMs(100, 3 * MAX_LAG_MS)).toBe(0);
  });
});
