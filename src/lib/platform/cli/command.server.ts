import { createInterface } from 'node:readline/promises';
import {
  Command,
  CommanderError,
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings';
import { COMMAND_LINE, runAs } from '#lib/platform/actor/actor.server.ts';
import { printShop } from '#lib/platform/cli/print-shop.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { openInstallation } from '#lib/platform/open-installation.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { didYouMean } from '#lib/primitives/edit-distance.ts';

export type CommandShop = Pick<Shop, 'db' | 'now' | 'secretKey' | 'upstreams'> & { settings: Settings };

export class UsageError extends Error {
  readonly code = 'usage';
}

export const YES_OPTION = ['--yes', 'skip the confirmation, for scripts'] as const;

/**
 * Runs a command that changes something, and returns its result. Prints the name and location of the shop first. Throws
 * a StartError if there is no shop, and the errors of `work`.
 */
export function withShop<T>(work: (shop: CommandShop) => Promise<T>): Promise<T> {
  return readShop((shop) => {
    printShop(shop.db, shop.settings);
    return work(shop);
  });
}

/**
 * Runs a command that changes nothing but the audit log, and returns its result. Throws a StartError if there is no
 * shop, and the errors of `work`.
 */
export async function readShop<T>(work: (shop: CommandShop) => Promise<T>): Promise<T> {
  const settings = loadSettings(process.env);
  // Commands read only from the primary, because they may read what they have just written.
  const installation = await openInstallation({ ...settings, databaseReadUrl: undefined }, { creation: 'never' });
  try {
    return await runAs(COMMAND_LINE, () => work({ ...installation, settings, now: Date.now }));
  } finally {
    await installation.upstreams.settled().finally(() => installation.db.close());
  }
}

/**
 * Asks for confirmation, unless `--yes` was passed. Throws a ShopError with the code `refused` if the answer is not
 * yes, and a UsageError if there is neither a terminal nor `--yes`.
 */
export async function confirm(
  question: string,
  { yes }: { yes?: true | undefined },
  warning = ' This can’t be undone.',
): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw new UsageError(`${question}${warning} Add --yes to confirm.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const reply = await terminal.question(`${question}${warning} [y/N] `).finally(() => terminal.close());
  if (!/^y(es)?$/i.test(reply.trim())) throw new ShopError('refused', 'Nothing was changed.');
}

/**
 * Runs the command in `args`, or prints the help. Throws a UsageError if the command does not exist, or if its
 * arguments or options are wrong. Throws the errors of the command.
 */
export async function runCommand(commands: readonly CommandUnknownOpts[], args: string[]): Promise<void> {
  if (args.length === 0 || args[0] === 'help') return void process.stdout.write(helpText(commands));
  const program = new Command('npm run shop --').helpCommand(false);
  for (const command of commands) program.addCommand(command);
  for (const command of allCommands(program))
    suggestChoices(acceptYes(command))
      .exitOverride()
      .configureOutput({ writeErr: () => {} });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new UsageError(usageErrorText(error, commands, args[0]));
  }
}

/** Adds the option `--yes`, so that scripts can pass it to every command, even if the command needs no confirmation. */
function acceptYes(command: CommandUnknownOpts): CommandUnknownOpts {
  const isKnown = command.options.some(({ long }) => long === '--yes');
  return isKnown || command.commands.length > 0 ? command : command.addOption(new Option(...YES_OPTION).hideHelp());
}

/** Makes the error for a wrong choice suggest the closest choice, because Commander only lists the choices. */
function suggestChoices(command: CommandUnknownOpts): CommandUnknownOpts {
  for (const option of command.options) {
    const { argChoices: choices } = option;
    if (!choices) continue;
    option.argParser((input) => {
      if (choices.includes(input)) return input;
      throw new InvalidArgumentError(didYouMean(input, choices).trim() || `Choose one of: ${choices.join(', ')}.`);
    });
  }
  return command;
}

/** Returns the text of a usage error. For a missing subcommand, Commander would only show its help. */
function usageErrorText(
  error: CommanderError,
  commands: readonly CommandUnknownOpts[],
  name: string | undefined,
): string {
  if (error.code !== 'commander.help') return error.message.replace(/^error: /, '');
  const command = commands.find((candidate) => candidate.name() === name);
  return `${name} needs a subcommand: ${command?.commands.map((subcommand) => subcommand.name()).join(', ')}.`;
}

function allCommands(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return [command, ...command.commands.flatMap((subcommand) => allCommands(subcommand))];
}

const USAGE_WIDTH = 46;
const DESCRIPTION_WIDTH = 70;

export function helpText(commands: readonly CommandUnknownOpts[]): string {
  const lines = [...commands.flatMap((command) => usageLines(command, '')), ['help', 'show this help'] as const];
  return `npm run shop -- COMMAND

${lines.map(([usage, description]) => helpLines(usage, description)).join('\n')}

COMMAND --help shows its options. Commands that can’t be undone ask for confirmation; --yes skips it, for scripts.
Commands use the same settings as the shop (DATA_DIR, DATABASE_URL …) and work while the shop runs.
`;
}

function helpLines(usage: string, description: string): string {
  const usageColumn = wrappedLines(usage, USAGE_WIDTH);
  const descriptionColumn = wrappedLines(description, DESCRIPTION_WIDTH);
  const rows = Array.from({ length: Math.max(usageColumn.length, descriptionColumn.length) }, (_, row) => {
    const indent = row > 0 && usageColumn[row] ? '  ' : '';
    return `  ${(indent + (usageColumn[row] ?? '')).padEnd(USAGE_WIDTH + 2)}  ${descriptionColumn[row] ?? ''}`.trimEnd();
  });
  return rows.join('\n');
}

function wrappedLines(text: string, width: number): string[] {
  return text.match(new RegExp(`.{1,${width}}(?= |$)`, 'g'))?.map((line) => line.trim()) ?? [];
}

function usageLines(command: CommandUnknownOpts, path: string): (readonly [usage: string, description: string])[] {
  const name = `${path}${command.name()}`;
  if (command.commands.length > 0) {
    return command.commands.flatMap((subcommand) => usageLines(subcommand, `${name} `));
  }
  return [[`${name} ${command.usage().replace('[options]', '')}`.trimEnd(), command.description()]];
}
