import './production.ts';
import { shopCommands } from '#lib/app/commands.server.ts';
import { ImportFileError } from '#lib/import/import-source.ts';
import { helpText, runCommand, UsageError } from '#lib/platform/cli/command.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { StartError } from '#lib/platform/errors/start-error.ts';
import { isUploadRefusal } from '#lib/platform/files/upload.ts';

const commands = shopCommands();

try {
  await runCommand(commands, process.argv.slice(2));
} catch (error) {
  process.exitCode = complain(error);
}

function complain(error: unknown): number {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${helpFor(process.argv[2])}`);
    return 2;
  }
  const isPlain =
    error instanceof ImportFileError || error instanceof StartError || isShopError(error) || isUploadRefusal(error);
  if (isPlain) console.error(error.message);
  else console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}

function helpFor(name: string | undefined): string {
  const named = commands.filter((command) => command.name() === name);
  return helpText(named.length > 0 ? named : commands);
}
