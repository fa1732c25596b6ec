import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { ImportFileError } from '#lib/catalog/import/record/import-source.ts';
import { shopCommands } from '#lib/operations/startup/commands.server.ts';
import { stopMessage } from '#lib/operations/startup/stop-message.server.ts';
import { helpText, runCommand, UsageError } from '#lib/platform/cli/command.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { StartError } from '#lib/platform/errors/start-error.ts';
import { StoppedError } from '#lib/platform/errors/stopped-error.ts';
import { isFileRefusal } from '#lib/platform/files/storage/upload.ts';

/** Runs one CLI command and returns the exit status. */
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

/** The message for the owner. An unexpected error is a bug and is printed with its stack. */
async function errorText(command: string, error: unknown): Promise<string> {
  const first = error instanceof StoppedError ? error.cause : error;
  if (!(first instanceof Error)) return String(first);
  const isExpected =
    first instanceof ImportFileError || first instanceof StartError || isShopError(first) || isFileRefusal(first);
  const message = await stopMessage(command, error, { isExpected, env: process.env });
  return message ?? (isExpected ? first.message : (first.stack ?? first.message));
}

/** Such as `content export`. */
function commandName(commands: readonly CommandUnknownOpts[], [first = '', second = '']: readonly string[]): string {
  const hasSubcommands = commands.some((command) => command.name() === first && command.commands.length > 0);
  return hasSubcommands ? `${first} ${second}` : first;
}
