import { spawn } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Figure, percentile } from './figures.ts';
import { generateRecords } from './generate-catalogue.ts';
import { ownClient } from './load.ts';

const IMPORT_SECONDS_FOR_100K = 60;
const PAGE_P99_MS = 100;
const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** The owner's import into a shop that is open, and what its visitors notice of it. */
export async function measureImport({ sizes }: BenchOptions): Promise<Figure[]> {
  if (!existsSync(CLI)) return [];
  const figures: Figure[] = [];
  for (const size of sizes.filter((size) => size <= 100_000)) {
    const files = temporaryDir('bench-file');
    const file = join(files.dir, 'catalogue.jsonl');
    await pipeline(Readable.from(linesOf(size)), createWriteStream(file));
    const data = temporaryDir('bench');
    const shop = await startShop({ dataDir: data.dir });
    const importing = runImport(file, data.dir);
    const times: LoadTimes = { medians: [], p99s: [] };
    let isOver = false;
    void importing.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const load = await ownClient({
        origin: shop.origin,
        connections: 2,
        seconds: 2,
        acceptEncoding: 'br',
        paths: ['/', '/products', '/products?category=women&maxprice={n}', '/products/product-{n}'],
      });
      times.medians.push(load.medianMs);
      times.p99s.push(load.p99Ms);
    }
    const seconds = await importing;
    await shop.stop();
    data.remove();
    files.remove();
    figures.push(
      {
        part: 'import',
        what: `import of ${size} products while the shop serves`,
        value: seconds,
        unit: 's',
        budget: (IMPORT_SECONDS_FOR_100K * size) / 100_000,
      },
      {
        part: 'import',
        what: `pages meanwhile, 99th percentile, ${size} products`,
        value: percentile(times.p99s, 0.5),
        unit: 'ms',
        budget: PAGE_P99_MS,
        note: `median ${percentile(times.medians, 0.5).toFixed(1)} ms, worst two seconds' p99 ${percentile(times.p99s, 1).toFixed(0)} ms`,
      },
    );
  }
  return figures;
}

interface LoadTimes {
  medians: number[];
  p99s: number[];
}

/** Its pictures are no part of the figure: they would be fetched or read from a folder. */
async function* linesOf(size: number): AsyncGenerator<string> {
  for await (const record of generateRecords(size)) {
    yield `${JSON.stringify(record.type === 'product' ? { ...record, images: undefined } : record)}\n`;
  }
}

async function runImport(file: string, dataDir: string): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, [CLI, 'import', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, SHOP_MODE: 'demo', DATABASE_URL: '', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`The import ended with ${code}:\n${errors.slice(-2_000)}`);
  return (performance.now() - begun) / 1000;
}
