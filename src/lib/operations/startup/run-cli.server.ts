import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { ImportFileError } from '#lib/catalog/import/record/import-source.ts';
import { shopCommands } from '#lib/operations/startup/commands.server.ts';
import { stopMessage } from '#lib/operations/startup/stop-message.server.ts';
import { helpText, runCommand, UsageError } from '#lib/platform/cli/command.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { StartError } from '#lib/platform/errors/start-error.ts';
import { StoppedError } from '#lib/platform/errors/stopped-error.ts';
import { isFileError } from '#lib/platform/files/storage/upload.ts';

/** Runs one CLI command, and returns the exit code. */
export async function runCli(args: string[]): Promise<typeof process.exitCode> {
  const commands = await shopCommands(args[0]);
  try {
    await runCommand(commands, args);
    return process.exitCode;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${helpText(commands)}`);
      return 2;
    }
    console.error(await errorText(commandName(commands, args), error));
    return 1;
  }
}

/** Returns the message for the owner. An unexpected error is a bug, and is printed with its stack trace. */
async function errorText(command: string, error: unknown): Promise<string> {
  const cause = error instanceof StoppedError ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const isExpected =
    cause instanceof ImportFileError || cause instanceof StartError || isShopError(cause) || isFileError(cause);
  const message = await stopMessage(command, error, { isExpected, env: process.env });
  return message ?? (isExpected ? cause.message : (cause.stack ?? cause.message));
}

/** Returns the name of the command, such as `content export`. */
function commandName(commands: readonly CommandUnknownOpts[], [first = '', second = '']: readonly string[]): string {
  const hasSubcommands = commands.some((command) => command.name() === first && command.commands.length > 0);
  return hasSubcommands ? `${first} ${second}` : first;
}
