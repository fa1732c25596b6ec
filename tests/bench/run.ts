/**
 * Measures performance and compares it with budgets: `npm run bench [-- --quick] [--only PART[,PART]] [--million]
 * [--sizes N[,N]] [--engines sqlite,postgres] [--rounds N]`. Prints verdicts and writes bench-results/latest.json. Does
 * not fail if a budget is missed.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type BenchOptions, ENGINES, FULL_RUN, QUICK_RUN } from './bench-options.ts';
import { type Figure, figureTable, verdictOf } from './figures.ts';
import { measureAdmin } from './measure-admin.ts';
import { measureBrowser } from './measure-browser.ts';
import { measureBulkActions } from './measure-bulk.ts';
import { measureCheckout } from './measure-checkout.ts';
import { measureCourier } from './measure-courier.ts';
import { measureCrowd } from './measure-crowd.ts';
import { measureDictionary } from './measure-dictionary.ts';
import { measureDiscovery } from './measure-discovery.ts';
import { measureFlaky } from './measure-flaky.ts';
import { measureImport } from './measure-import.ts';
import { measureLighthouse } from './measure-lighthouse.ts';
import { measureCatalogueSizes } from './measure-million.ts';
import { measureOrders } from './measure-orders.ts';
import { measurePersonal } from './measure-personal.ts';
import { measureProcesses } from './measure-processes.ts';
import { measureQueries } from './measure-queries.ts';
import { measureRepeat } from './measure-repeat.ts';
import { measureSearch } from './measure-search.ts';
import { measureCached, measureFresh, measureStart } from './measure-serving.ts';
import { measureSizes } from './measure-sizes.ts';
import { measureTouch } from './measure-touch.ts';
import { quietRounds } from './quiet-rounds.ts';

const PARTS: Record<string, (options: BenchOptions) => Promise<Figure[]>> = {
  sizes: measureSizes,
  cached: measureCached,
  fresh: measureFresh,
  dictionary: measureDictionary,
  personal: measurePersonal,
  start: measureStart,
  queries: measureQueries,
  search: measureSearch,
  crowd: measureCrowd,
  checkout: measureCheckout,
  processes: measureProcesses,
  flaky: measureFlaky,
  repeat: measureRepeat,
  import: measureImport,
  discovery: measureDiscovery,
  million: measureCatalogueSizes,
  orders: measureOrders,
  admin: measureAdmin,
  bulk: measureBulkActions,
  courier: measureCourier,
  browser: measureBrowser,
  touch: measureTouch,
  lighthouse: measureLighthouse,
};
const root = fileURLToPath(new URL('../..', import.meta.url));

const { values: args } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    million: { type: 'boolean' },
    sizes: { type: 'string' },
    engines: { type: 'string' },
    rounds: { type: 'string' },
  },
});
const options = { ...(args.quick ? QUICK_RUN : FULL_RUN) };
if (args.sizes) options.sizes = args.sizes.split(',').map(Number);
else if (args.million) options.sizes = [...options.sizes, 1_000_000];
if (args.rounds) options.rounds = Number(args.rounds);
options.engines = parseNames('engine', ENGINES, args.engines);
const selectedParts = parseNames('part', Object.keys(PARTS), args.only);
const isPositiveInteger = (number: number) => Number.isInteger(number) && number > 0;
if (![options.rounds, ...options.sizes].every(isPositiveInteger))
  exitWith('Sizes and rounds must be positive integers.');

if (spawnSync(process.execPath, ['scripts/build-if-needed.ts'], { cwd: root, stdio: 'inherit' }).status !== 0)
  process.exit(1);

// When a signal ends the run, servers and databases must still be stopped and their folders removed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const figures: Figure[] = [];
const failures: string[] = [];
/** The load of the machine and the slowdown of the fixed workload, which explain slow times. */
const loads: Record<string, { before: number; after: number; slowest: number }> = {};
for (const name of selectedParts) {
  console.log(`\nMeasuring ${name} …`);
  const before = loadAverage();
  try {
    const partFigures = (await PARTS[name]?.(options)) ?? [];
    figures.push(...partFigures);
    for (const line of figureTable(partFigures)) console.log(line);
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.stack : error}`);
    console.error(error);
  }
  loads[name] = { before, after: loadAverage(), slowest: quietRounds.takeMaxSlowdown() };
  console.log(`${describeLoad(name)}, on ${cpus().length} cores`);
}

const missedFigures = figures.filter((figure) => verdictOf(figure) === 'missed');
console.log(`\n${figures.length} figures, ${missedFigures.length} missed their budget:`);
for (const line of figureTable(missedFigures)) console.log(line);
if (failures.length > 0) console.log(`Could not be measured:\n${failures.join('\n')}`);
mkdirSync(`${root}bench-results`, { recursive: true });
const machine = {
  node: process.version,
  cores: cpus().length,
  processor: cpus()[0]?.model,
  loads,
};
const report = { measuredAt: new Date().toISOString(), options, machine, failures };
writeFileSync(
  `${root}bench-results/latest.json`,
  `${JSON.stringify({ ...report, figures: figures.map((figure) => ({ ...figure, verdict: verdictOf(figure) })) }, null, 2)}\n`,
);

function parseNames<Name extends string>(
  label: string,
  names: readonly Name[],
  list: string | undefined,
): readonly Name[] {
  const unknownNames = list?.split(',').filter((name) => !(names as readonly string[]).includes(name)) ?? [];
  if (unknownNames.length > 0)
    exitWith(`Unknown ${label}: ${unknownNames.join(', ')}. Choose from ${names.join(', ')}.`);
  return list === undefined ? names : names.filter((name) => list.split(',').includes(name));
}

function exitWith(message: string): never {
  console.error(message);
  process.exit(2);
}

function describeLoad(part: string): string {
  const { before = 0, after = 0, slowest = 1 } = loads[part] ?? {};
  const slowdown = slowest > 1 ? `, fixed workload at most ${slowest.toFixed(2)} × its minimum` : '';
  return `load ${before} before and ${after} after${slowdown}`;
}

function loadAverage(): number {
  return Number((loadavg()[0] ?? 0).toFixed(1));
}
