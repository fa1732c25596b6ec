import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { startPostgres, type TestServer } from '#support/postgres.ts';
import { peakMb } from '#support/process-memory.ts';
import { flagsOf, type ShopProcess, startWithNpmFlags, temporaryDir } from '#support/shop-process.ts';
import { createDatabase } from '#support/test-database.ts';
import type { BenchOptions, Engine } from './bench-options.ts';
import { type Figure, figureTable } from './figures.ts';
import { generateRecords } from './generate-catalogue.ts';
import { type ImportSample, importFigures } from './import-figures.ts';
import { runLoadClient } from './load.ts';
import { processTreeMs } from './processor.ts';

const CLI = fileURLToPath(new URL('../../scripts/shop.ts', import.meta.url));
const POLL_MS = 500;
/**
 * Larger catalogues are imported into SQLite only, and without visitors, because the effect on visitors does not depend
 * on the size.
 */
const MAX_SIZE_WITH_VISITORS = 100_000;

/** Measures an import into a running shop, and its effect on visitors. */
export async function measureImport({ sizes, engines }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const postgres = engines.includes('postgres') ? await startPostgres() : undefined;
  for (const size of sizes) {
    const files = temporaryDir('bench-file');
    const file = join(files.dir, 'catalogue.jsonl');
    await pipeline(Readable.from(linesOf(size)), createWriteStream(file));
    for (const engine of engines.filter((name) => name === 'sqlite' || (postgres && size <= MAX_SIZE_WITH_VISITORS))) {
      const engineFigures = await measureEngine(file, size, engine, postgres);
      for (const line of figureTable(engineFigures)) console.log(line);
      figures.push(...engineFigures);
    }
    files.remove();
  }
  await postgres?.stop();
  return figures;
}

async function measureEngine(
  file: string,
  size: number,
  engine: Engine,
  postgres: TestServer | undefined,
): Promise<Figure[]> {
  const data = temporaryDir('bench');
  const database = engine === 'postgres' && postgres ? await createDatabase(postgres.url) : undefined;
  const env = { DATABASE_URL: database?.url ?? '' };
  const shop = await startWithNpmFlags({ dataDir: data.dir, env });
  const runningImport = new Import(file, { DATA_DIR: data.dir, ...env });
  const [samples, pageP99sMs] = await Promise.all([
    runningImport.watch(size, data.dir, database?.url, database && postgres?.pid),
    size <= MAX_SIZE_WITH_VISITORS ? measureVisits(shop, runningImport) : [],
  ]);
  await shop.stop();
  data.remove();
  await database?.drop();
  return importFigures(`${engine}, ${size}`, size, samples, pageP99sMs);
}

/** Yields the lines of the imported file, without pictures, because loading pictures is not part of the figure. */
async function* linesOf(size: number): AsyncGenerator<string> {
  for await (const record of generateRecords(size)) {
    yield `${JSON.stringify(record.type === 'product' ? { ...record, images: undefined } : record)}\n`;
  }
}

async function measureVisits(shop: ShopProcess, runningImport: Import): Promise<number[]> {
  const p99sMs: number[] = [];
  while (!runningImport.isOver) {
    const load = await runLoadClient({
      origin: shop.origin,
      connections: 2,
      seconds: 2,
      acceptEncoding: 'br',
      paths: ['/', '/products', '/products?category=women&maxprice={n}', '/products/product-{n}'],
    });
    p99sMs.push(load.p99Ms);
  }
  return p99sMs;
}

/** An import by the CLI, in a child process. */
class Import {
  isOver = false;
  readonly #startedAt = performance.now();
  readonly #child: ChildProcess;
  #errors = '';

  constructor(file: string, env: Record<string, string>) {
    this.#child = spawn(process.execPath, [...flagsOf('shop'), CLI, 'import', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, SHOP_MODE: 'demo', LOG_LEVEL: 'warn', ...env },
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#errors += chunk.toString();
    });
    this.#child.once('exit', () => {
      this.isOver = true;
    });
  }

  /** Waits for the import. Returns a sample for each tenth of the products and for the end. Throws if it fails. */
  async watch(size: number, dataDir: string, databaseUrl?: string, databasePid?: number): Promise<ImportSample[]> {
    const db = await openDatabase({ dataDir, databaseUrl });
    const newest = db.read.selectFrom('product').select(({ fn }) => fn.max('id').as('id'));
    const before = Number((await newest.executeTakeFirst())?.id ?? 0);
    const databaseMs = databasePid === undefined ? 0 : processTreeMs(databasePid);
    const samples: ImportSample[] = [];
    let last: ImportSample | undefined;
    while (!this.isOver) {
      const products = Number((await newest.executeTakeFirst())?.id ?? 0) - before;
      last = this.#sample(products, databasePid, databaseMs) ?? last;
      if (last && products * 10 >= size * (samples.length + 1)) samples.push(last);
      await wait(POLL_MS);
    }
    await db.close();
    if (this.#child.exitCode !== 0)
      throw new Error(`The import exited with ${this.#child.exitCode}:\n${this.#errors.slice(-2_000)}`);
    return last ? [...samples, { ...last, products: size, seconds: this.#seconds }] : samples;
  }

  get #seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }

  #sample(products: number, databasePid: number | undefined, databaseMs: number): ImportSample | undefined {
    const { pid = 0 } = this.#child;
    const cliMs = processTreeMs(pid);
    if (Number.isNaN(cliMs) || this.isOver) return undefined;
    const [spentMs, mb] = [databasePid === undefined ? 0 : processTreeMs(databasePid) - databaseMs, peakMb(pid)];
    return { products, seconds: this.#seconds, cliSeconds: cliMs / 1000, databaseSeconds: spentMs / 1000, peakMb: mb };
  }
}
