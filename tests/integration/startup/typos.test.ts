import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { TABLES_OF } from '#lib/operations/backup/contents.server.ts';
import { shopCommands } from '#lib/operations/startup/commands.server.ts';
import { runCommand } from '#lib/platform/cli/command.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const data = temporaryDir('typos');
const goodsFile = join(data.dir, 'goods.csv');

interface Typo {
  args: string[];
  /** The expected suggestion. */
  suggestion: string;
}

/** A typo: the name without the second letter. */
function typoOf(name: string): string {
  return name.slice(0, 1) + name.slice(2);
}

/** A command without subcommands. */
interface Leaf {
  path: string[];
  command: CommandUnknownOpts;
}

function leavesOf(commands: readonly CommandUnknownOpts[], before: string[] = []): Leaf[] {
  return commands.flatMap((command) => {
    const path = [...before, command.name()];
    return command.commands.length > 0 ? leavesOf(command.commands, path) : [{ path, command }];
  });
}

const commands = await shopCommands();
const leaves = leavesOf(commands);

/** Valid values for arguments whose format a command checks. */
const VALID_ARGUMENTS: Record<string, string[]> = {
  'categories hsn': ['women', '6206'],
  'orders move': ['TA-1', 'processing'],
  'stock set': ['loom-kurta', '5'],
  'stock add': ['loom-kurta', '+1', 'found'],
};

function argumentsOf({ path, command }: Leaf): string[] {
  const needed = command.registeredArguments.filter(({ required }) => required);
  return VALID_ARGUMENTS[path.join(' ')] ?? needed.map(() => 'DIWALI');
}

const misspeltNames: Typo[] = commands.map((command) => ({
  args: [typoOf(command.name())],
  suggestion: command.name(),
}));
const misspeltSubcommands: Typo[] = leaves
  .filter(({ path }) => path.length > 1)
  .map(({ path }) => ({ args: [...path.slice(0, -1), typoOf(path.at(-1) ?? '')], suggestion: path.at(-1) ?? '' }));
const misspeltOptions: Typo[] = leaves.flatMap((leaf) =>
  leaf.command.options.flatMap(({ long }) =>
    long ? [{ args: [...leaf.path, ...argumentsOf(leaf), `--${typoOf(long.slice(2))}`], suggestion: long }] : [],
  ),
);
const misspeltChoices: Typo[] = leaves.flatMap((leaf) =>
  leaf.command.options.flatMap(({ long, argChoices = [] }) =>
    argChoices.map((choice) => ({
      args: [...leaf.path, ...argumentsOf(leaf), long ?? '', typoOf(choice)],
      suggestion: choice,
    })),
  ),
);

/** Arguments that the command itself checks, because Commander does not know their values. */
const misspeltArguments: Typo[] = [
  ...['edit', 'hide', 'show', 'revert', 'history', 'restore'].map((name) => ({
    args: ['content', name, 'setings'],
    suggestion: 'settings',
  })),
  ...['hide', 'show', 'revert', 'history'].map((name) => ({
    args: ['content', name, 'policies/privacy-polcy'],
    suggestion: 'policies/privacy-policy',
  })),
  { args: ['settings', 'show', 'nmae'], suggestion: 'name' },
  { args: ['settings', 'set', 'nmae', 'Kora'], suggestion: 'name' },
  { args: ['settings', 'set', 'address.mobil', '9876543210'], suggestion: 'address.mobile' },
  { args: ['categories', 'hsn', 'womn', '6206'], suggestion: 'women' },
  { args: ['stock', 'show', 'lom-kurta'], suggestion: 'loom-kurta' },
  { args: ['stock', 'set', 'lom-kurta', '7'], suggestion: 'loom-kurta' },
  { args: ['stock', 'add', 'lom-kurta', '+1', 'found'], suggestion: 'loom-kurta' },
  { args: ['stock', 'ledger', 'lom-kurta'], suggestion: 'loom-kurta' },
  { args: ['reviews', 'list', 'lom-kurta'], suggestion: 'loom-kurta' },
  { args: ['coupons', 'drop', 'DIWLI'], suggestion: 'DIWALI' },
  { args: ['search', 'synonyms', 'remove', 'frok, dress'], suggestion: 'frock, dress' },
  { args: ['orders', 'list', '--status', 'shiped'], suggestion: 'shipped' },
  { args: ['orders', 'move', 'TA-1', 'shiped'], suggestion: 'shipped' },
  { args: ['import', goodsFile, '--columns', 'Rate=prce', '--yes'], suggestion: 'price' },
];

async function run(args: string[]): Promise<unknown> {
  return runCommand(await shopCommands(args[0]), args).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
}

/** Maps each table, and each file except those of the database, to a digest of its content. */
function digestsOfShop(): Record<string, string> {
  const db = new DatabaseSync(join(data.dir, 'shop.sqlite'), { readOnly: true });
  const tables = db.prepare(TABLES_OF.sqlite).all() as { name: string }[];
  const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
  const rows = tables.map(({ name }) => [name, hash(JSON.stringify(db.prepare(`select * from "${name}"`).all()))]);
  db.close();
  const files = readdirSync(data.dir).filter((name) => !name.startsWith('shop.sqlite'));
  return Object.fromEntries([...rows, ...files.map((name) => [name, hash(readFileSync(join(data.dir, name)))])]);
}

let before: Record<string, string> = {};

beforeAll(async () => {
  const db = await smallShop(data.dir);
  await db.close();
  stubEnvironment();
  expect(await run(['coupons', 'add', 'DIWALI', '--percent', '10'])).toBeUndefined();
  expect(await run(['search', 'synonyms', 'add', 'frock, dress'])).toBeUndefined();
  writeFileSync(goodsFile, 'Item,Rate\nKurta,499\n');
  before = digestsOfShop();
});

afterEach(() => {
  process.exitCode = 0;
  stubEnvironment();
});

afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  data.remove();
});

function stubEnvironment(): void {
  for (const [name, value] of Object.entries({
    DATA_DIR: data.dir,
    DATABASE_URL: '',
    SHOP_MODE: 'demo',
    EDITOR: 'true',
  }))
    vi.stubEnv(name, value);
  for (const name of ['log', 'error'] as const) vi.spyOn(console, name).mockImplementation(() => {});
}

describe.each([
  ['the name of a command', misspeltNames],
  ['a subcommand', misspeltSubcommands],
  ['an option', misspeltOptions],
  ['a choice of an option', misspeltChoices],
  ['an argument that the command itself checks', misspeltArguments],
])('a typo in %s', (_where, typos) => {
  test.each(typos)('$args suggests $suggestion', async ({ args, suggestion }) => {
    const error = await run(args);
    expect(error).toBeInstanceOf(Error);
    const { message, code } = error as Error & { code?: unknown };
    const [, suggested = ''] = /did you mean (?:one of )?(.*?)\?/.exec(message.toLowerCase()) ?? [];
    expect([suggested, ...suggested.split(', ')]).toContain(suggestion.toLowerCase());
    expect(isShopError(error) || code === 'usage' || code === 'import_file').toBe(true);
    expect(digestsOfShop()).toEqual(before);
  });
});

test('there are more than ten typos of each generated kind', () => {
  const sizes = [misspeltNames, misspeltSubcommands, misspeltOptions, misspeltChoices].map((list) => list.length);
  expect(Math.min(...sizes)).toBeGreaterThan(10);
});
