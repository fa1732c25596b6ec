import { shopCommands } from '#lib/app/commands.server.ts';
import { ImportFileError } from '#lib/import/import-source.ts';
import { helpText, runCommand, UsageError } from '#lib/platform/cli/command.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { StartError } from '#lib/platform/errors/start-error.ts';
import { isUploadRefusal } from '#lib/platform/files/upload.ts';

/** Runs one command of the owner's tool; gives the exit status. */
export async function runTool(args: string[]): Promise<typeof process.exitCode> {
  const commands = await shopCommands(args[0]);
  try {
    await runCommand(commands, args);
    return process.exitCode;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${helpText(commands)}`);
      return 2;
    }
    console.error(complaintOf(error));
    return 1;
  }
}

/** What is said to the owner; anything else is a bug, with its stack. */
function complaintOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPlain =
    error instanceof ImportFileError || error instanceof StartError || isShopError(error) || isUploadRefusal(error);
  return isPlain ? error.message : (error.stack ?? error.message);
}
