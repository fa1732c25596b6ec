import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { TABLE_NAME_QUERIES } from '#lib/operations/backup/contents.server.ts';
import { shopCommands } from '#lib/operations/startup/commands.server.ts';
import { runCommand } from '#lib/platform/cli/command.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const tempDir = temporaryDir('typos');
const productsFile = join(tempDir.dir, 'goods.csv');

interface Typo {
  args: string[];
  /** The expected suggestion. */
  suggestion: string;
}

/** Creates a typo by removing the second letter of the name. */
function createTypo(name: string): string {
  return name.slice(0, 1) + name.slice(2);
}

/** A command without subcommands. */
interface LeafCommand {
  path: string[];
  command: CommandUnknownOpts;
}

function collectLeafCommands(commands: readonly CommandUnknownOpts[], parentPath: string[] = []): LeafCommand[] {
  return commands.flatMap((command) => {
    const path = [...parentPath, command.name()];
    return command.commands.length > 0 ? collectLeafCommands(command.commands, path) : [{ path, command }];
  });
}

const commands = await shopCommands();
const leafCommands = collectLeafCommands(commands);

/** Valid values for arguments whose format a command checks. */
const VALID_ARGUMENTS: Record<string, string[]> = {
  'categories hsn': ['women', '6206'],
  'orders move': ['TA-1', 'processing'],
  'stock set': ['loom-kurta', '5'],
  'stock add': ['loom-kurta', '+1', 'found'],
};

function createArguments({ path, command }: LeafCommand): string[] {
  const requiredArguments = command.registeredArguments.filter(({ required }) => required);
  return VALID_ARGUMENTS[path.join(' ')] ?? requiredArguments.map(() => 'DIWALI');
}

const misspeltCommands: Typo[] = commands.map((command) => ({
  args: [createTypo(command.name())],
  suggestion: command.name(),
}));
const misspeltSubcommands: Typo[] = leafCommands
  .filter(({ path }) => path.length > 1)
  .map(({ path }) => ({ args: [...path.slice(0, -1), createTypo(path.at(-1) ?? '')], suggestion: path.at(-1) ?? '' }));
const misspeltOptions: Typo[] = leafCommands.flatMap((leaf) =>
  leaf.command.options.flatMap(({ long }) =>
    long
      ? [{ args: [...leaf.path, ...createArguments(leaf), `--${createTypo(long.slice(2))}`], suggestion: long }]
      : [],
  ),
);
const misspeltChoices: Typo[] = leafCommands.flatMap((leaf) =>
  leaf.command.options.flatMap(({ long, argChoices = [] }) =>
    argChoices.map((choice) => ({
      args: [...leaf.path, ...createArguments(leaf), long ?? '', createTypo(choice)],
      suggestion: choice,
    })),
  ),
);

/** Typos in arguments that the command itself checks, because Commander has no list of their values. */
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
  { args: ['import', productsFile, '--columns', 'Rate=prce', '--yes'], suggestion: 'price' },
];

async function run(args: string[]): Promise<unknown> {
  return runCommand(await shopCommands(args[0]), args).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
}

/** Maps each table, and each file except the database files, to a digest of its content. */
function readShopDigests(): Record<string, string> {
  const db = new DatabaseSync(join(tempDir.dir, 'shop.sqlite'), { readOnly: true });
  const tables = db.prepare(TABLE_NAME_QUERIES.sqlite).all() as { name: string }[];
  const hashContent = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
  const tableDigests = tables.map(({ name }) => [
    name,
    hashContent(JSON.stringify(db.prepare(`select * from "${name}"`).all())),
  ]);
  db.close();
  const files = readdirSync(tempDir.dir).filter((name) => !name.startsWith('shop.sqlite'));
  return Object.fromEntries([
    ...tableDigests,
    ...files.map((name) => [name, hashContent(readFileSync(join(tempDir.dir, name)))]),
  ]);
}

let digestsBefore: Record<string, string> = {};

beforeAll(async () => {
  const db = await smallShop(tempDir.dir);
  await db.close();
  stubEnvironment();
  expect(await run(['coupons', 'add', 'DIWALI', '--percent', '10'])).toBeUndefined();
  expect(await run(['search', 'synonyms', 'add', 'frock, dress'])).toBeUndefined();
  writeFileSync(productsFile, 'Item,Rate\nKurta,499\n');
  digestsBefore = readShopDigests();
});

afterEach(() => {
  process.exitCode = 0;
  stubEnvironment();
});

afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  tempDir.remove();
});

function stubEnvironment(): void {
  for (const [name, value] of Object.entries({
    DATA_DIR: tempDir.dir,
    DATABASE_URL: '',
    SHOP_MODE: 'demo',
    EDITOR: 'true',
  }))
    vi.stubEnv(name, value);
  for (const name of ['log', 'error'] as const) vi.spyOn(console, name).mockImplementation(() => {});
}

describe.each([
  ['the name of a command', misspeltCommands],
  ['a subcommand', misspeltSubcommands],
  ['an option', misspeltOptions],
  ['an option’s choice', misspeltChoices],
  ['an argument that the command itself checks', misspeltArguments],
])('a typo in %s', (_description, typos) => {
  test.each(typos)('$args suggests $suggestion', async ({ args, suggestion }) => {
    const error = await run(args);
    expect(error).toBeInstanceOf(Error);
    const { message, code } = error as Error & { code?: unknown };
    const [, suggestedText = ''] = /did you mean (?:one of )?(.*?)\?/.exec(message.toLowerCase()) ?? [];
    expect([suggestedText, ...suggestedText.split(', ')]).toContain(suggestion.toLowerCase());
    expect(isShopError(error) || code === 'usage' || code === 'import_file').toBe(true);
    expect(readShopDigests()).toEqual(digestsBefore);
  });
});

test('more than ten typos of each kind are generated', () => {
  const sizes = [misspeltCommands, misspeltSubcommands, misspeltOptions, misspeltChoices].map((list) => list.length);
  expect(Math.min(...sizes)).toBeGreaterThan(10);
});
