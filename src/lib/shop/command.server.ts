import { type ParseArgsConfig, parseArgs } from 'node:util';
import { openDatabase } from '#lib/db/db.server.ts';
import { migrate } from '#lib/db/migrate.server.ts';
import { secretKeyOf } from '#lib/shop/secret-key.server.ts';
import { readSettings, type Settings } from '#lib/shop/settings.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';

/** What a command of the owner's tool gets of the shop. */
export type CommandShop = Pick<Shop, 'db' | 'now' | 'secretKey'> & { settings: Settings };

type Options = NonNullable<ParseArgsConfig['options']>;

/** A command of the owner's tool, such as `orders`; each domain brings its own. */
export interface Command {
  name: string;
  /** Lines of the help text: what to type, and what it does. */
  usage: [typed: string, does: string][];
  options?: Options;
  /** Gives the exit code. Words go to `console.log`; what can't be done is a UsageError. */
  run(words: string[], options: Record<string, string | boolean | undefined>): Promise<number>;
}

/** Something the owner typed that can't be done; the exit code is 2. */
export class UsageError extends Error {
  readonly code = 'usage';
}

/** The one word that a command needs; `what` says it in the complaint. */
export function needed(word: string | undefined, command: string, what: string): string {
  if (word === undefined) throw new UsageError(`${command} needs ${what}.`);
  return word;
}

/** Opens the database of the settings for one command, migrated, and closes it afterwards. */
export async function withShop<T>(work: (shop: CommandShop) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const db = await openDatabase({ databaseUrl: settings.databaseUrl, dataDir: settings.dataDir });
  try {
    await migrate(db);
    return await work({ db, settings, secretKey: await secretKeyOf(settings), now: Date.now });
  } finally {
    await db.close();
  }
}

/** Runs what was typed with one of `commands`; throws a UsageError when it can't be understood. */
export async function runCommand(commands: readonly Command[], args: string[]): Promise<number> {
  const [name = 'help', ...rest] = args;
  if (name === 'help' || args.includes('--help') || args.includes('-h')) {
    process.stdout.write(helpText(commands));
    return 0;
  }
  const command = commands.find((one) => one.name === name);
  if (!command) throw new UsageError(`There is no command "${name}".`);
  const { values, positionals } = parsed(rest, command.options ?? {});
  return command.run(positionals, values);
}

function parsed(args: string[], options: Options) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export function helpText(commands: readonly Command[]): string {
  const lines = [...commands.flatMap(({ usage }) => usage), ['help', 'show this'] as const];
  const width = Math.min(48, Math.max(...lines.map(([typed]) => typed.length)));
  const body = lines.map(([typed, does]) => `  ${typed.padEnd(width)}  ${does}`).join('\n');
  return `npm run shop -- COMMAND

${body}

It reads the settings that the shop reads (DATA_DIR, DATABASE_URL …) and works while the shop serves.
`;
}
