import type { Figure } from './figures.ts';

/** The measured CPU times in milliseconds, per page or order. `idleMs` is per process and second. */
export interface Costs {
  cachedMs: number;
  freshMs: number;
  orderMs: number;
  database: { freshMs: number; orderMs: number; idleMs: number };
}

/**
 * The mix of a batch of 1,000 pages, and the resulting orders. A personal page is assumed to cost as much as an
 * uncached page.
 */
const MIX = { cached: 900, fresh: 80, personal: 20, orders: 2 };
const CORES = 4;
const UTILISATION = 0.5;
const MACHINES = [1, 10, 1_000];
const PAGE_MB = 0.014;
const CONNECTIONS = { perProcess: 12, available: 100 };
const DATABASE_CORES = 16;
/** The maximum rate of updates of the latest order number, if the disk and the standby confirm a commit within 1 ms. */
const ORDERS_PER_SECOND = 1_000;

/**
 * Returns the throughput of machines at these costs, and the number of machines at which something other than the CPU
 * becomes the limit.
 */
export function loadModel(costs: Costs): Figure[] {
  const { database } = costs;
  const renderedPages = MIX.fresh + MIX.personal;
  const shopMs = MIX.cached * costs.cachedMs + renderedPages * costs.freshMs + MIX.orders * costs.orderMs;
  const ordersMs = MIX.orders * database.orderMs;
  const databaseMs = renderedPages * database.freshMs + ordersMs;
  const primaryMs = MIX.personal * database.freshMs + ordersMs;
  const batchesPerSecond = (CORES * UTILISATION) / (shopMs / 1_000);
  const coresFor = (ms: number) => (batchesPerSecond * ms) / 1_000 / UTILISATION;
  return [
    figure(
      '1,000 pages and 2 orders, the shop',
      shopMs,
      'ms',
      shareNote('rendering pages', renderedPages * costs.freshMs, shopMs),
    ),
    figure(
      'the same, PostgreSQL',
      databaseMs,
      'ms',
      shareNote('pages that a standby can render', databaseMs - primaryMs, databaseMs),
    ),
    ...MACHINES.map((machines) => {
      const orders = formatRounded(machines * batchesPerSecond * MIX.orders);
      const megabytes = formatRounded(machines * batchesPerSecond * 1_000 * PAGE_MB);
      const postgres = `PostgreSQL ${formatRounded(machines * coresFor(databaseMs))} cores`;
      const note = `${orders} orders/s, ${megabytes} MB/s${machines > 1 ? `, ${postgres}` : ''}`;
      return figure(`${machines} × ${CORES} cores: pages`, machines * batchesPerSecond * 1_000, '/s', note);
    }),
    ...[
      limitFigure(
        'connections',
        CONNECTIONS.available / (CORES * CONNECTIONS.perProcess),
        `${CONNECTIONS.available} of PostgreSQL`,
      ),
      limitFigure('PostgreSQL', DATABASE_CORES / coresFor(databaseMs), `${DATABASE_CORES} cores`),
      limitFigure('PostgreSQL with standbys', DATABASE_CORES / coresFor(primaryMs), `${DATABASE_CORES} cores`),
      limitFigure(
        'orders',
        ORDERS_PER_SECOND / (batchesPerSecond * MIX.orders),
        `${ORDERS_PER_SECOND} numbers per second`,
      ),
      limitFigure(
        'polling',
        DATABASE_CORES / ((CORES * database.idleMs) / 1_000 / UTILISATION),
        `${DATABASE_CORES} cores`,
      ),
    ].sort((a, b) => a.value - b.value),
  ];
}

function limitFigure(label: string, machines: number, note: string): Figure {
  return figure(`machines until the limit of ${label}`, Math.floor(machines), '', note);
}

function figure(label: string, value: number, unit: Figure['unit'], note: string): Figure {
  return { part: 'processes', label: `estimated, ${label}`, value, unit, note };
}

function shareNote(label: string, ms: number, ofMs: number): string {
  return `${Math.round((100 * ms) / ofMs)} % for ${label}`;
}

function formatRounded(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en-IN');
}
