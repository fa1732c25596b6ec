import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { Rest } from '#lib/platform/jobs/collect-at-rest.ts';
import { root } from '#support/project-root.ts';

const comes = (...looks: number[]) => {
  const rest = new Rest();
  return looks.map((ranMs) => rest.hasCome(ranMs));
};

test('a program that has worked rests after three quiet looks, and once', () => {
  expect(comes(900, 2, 2, 2, 2)).toEqual([false, false, false, true, false]);
  expect(comes(900, 2, 2, 60, 2, 2, 2)).toEqual([false, false, false, false, false, false, true]);
});

test('a program that has hardly worked, or that works all along, does not', () => {
  expect(comes(400, 2, 2, 2, 2)).not.toContain(true);
  expect(comes(...Array.from({ length: 50 }, () => 40))).not.toContain(true);
});

test('at rest it lets go of what it held', () => {
  const program = `
    import { collectAtRest } from '#lib/platform/jobs/collect-at-rest.ts';
    let held = Array.from({ length: 40 }, () => Array.from({ length: 100_000 }, (_, at) => ({ at })));
    const work = performance.now();
    while (process.threadCpuUsage().user < 800_000) Math.sqrt(work);
    held = undefined;
    collectAtRest();
    const begun = process.memoryUsage().heapUsed;
    setInterval(() => process.memoryUsage().heapUsed < begun / 2 && process.exit(), 100);`;
  const args = ['--expose-gc', '--input-type=module', '-e', program];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, timeout: 60_000 });
  expect(stderr.toString()).not.toMatch(/error/i);
  expect(status).toBe(0);
}, 90_000);
