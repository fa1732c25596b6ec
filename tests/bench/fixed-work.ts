/** A program that prints the median duration of a fixed workload in ms. */
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { median } from './figures.ts';

const RUNS = 7;
const goods = Array.from({ length: 500 }, (_, n) => ({ slug: `goods-${n}`, name: `Goods ${n}`, price: n * 100 }));

work();
process.stdout.write(String(median(Array.from({ length: RUNS }, work))));

function work(): number {
  const startedAt = performance.now();
  for (let n = 0; n < 60; n++)
    createHash('sha1')
      .update(JSON.stringify(structuredClone(goods)))
      .digest();
  return performance.now() - startedAt;
}
