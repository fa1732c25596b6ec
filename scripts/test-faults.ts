/**
 * Runs the long versions of the fault tests. Most of these tests take minutes, which is too long for every change. To
 * run only some files, pass parts of their paths.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The environment variables that select the long versions. */
const LONG_VERSIONS = {
  KILLS: '40',
  CODES: '10000',
  BUYERS: '200',
  MUTATIONS: '20000',
  TYPED_BODIES: '20000',
  HOSTILE: 'all',
  OLD_DATABASES: 'all',
  CROWD: '2000',
  GOODS: '100000',
  LEDGER_STEPS: '4000',
  MONEY_ORDERS: '500',
  PROXIES: 'all',
  TIMES: 'exact',
  BACKUP_KILLS: '10',
  MOVE_KILLS: '20',
  MOVE_ORDERS: '5000',
  CLOCK_STEP_SECONDS: '30',
  QUEUE_SEEDS: '50',
};
/** Parts of the paths of the test files. */
const FILE_FILTERS = [
  'tests/faults/',
  'hostile-input',
  'killed-checkouts',
  'old-databases',
  'mutated-uploads',
  'code-attack',
  'checkout/buying',
  'typed-bodies',
  'uploads',
  'mail-processes',
  'receive-upload',
  'standstill',
  'crowds',
  'rolling-restart',
  'shipped-proxies',
  'varnish',
  'unread-bodies',
  'slow-gateway',
  'slow-object-store',
  'platform/processes',
  'platform/workers',
  'stopped-worker',
  'two-days',
  'own-shop',
  'order-money',
  'large-catalogue',
  'stock-ledger',
  'integration/backup',
  'move/move',
];

const filters = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...(filters.length > 0 ? filters : FILE_FILTERS)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...LONG_VERSIONS } },
);
process.exit(status ?? 1);
