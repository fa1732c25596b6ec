/** The owner's tool: `npm run shop -- help`. It works while the shop serves. */
import './production.ts';
import { ImportFileError } from '#lib/catalog/import-source.ts';
import { NewerDatabaseError } from '#lib/db/migrate.server.ts';
import { isUploadRefusal } from '#lib/files/upload.ts';
import { helpText, runCommand, UsageError } from '#lib/shop/command.server.ts';
import { SettingsError } from '#lib/shop/settings.server.ts';
import { isShopError } from '#lib/shop/shop-error.ts';
import { shopCommands } from './commands.ts';

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
    error instanceof ImportFileError ||
    error instanceof SettingsError ||
    error instanceof NewerDatabaseError ||
    isShopError(error) ||
    isUploadRefusal(error);
  if (isPlain) console.error(error.message);
  else console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}

/** Of the command that was typed, if there is one: a wrong word needs no page of help. */
function helpFor(name: string | undefined): string {
  const named = commands.filter((command) => command.name() === name);
  return helpText(named.length > 0 ? named : commands);
}
