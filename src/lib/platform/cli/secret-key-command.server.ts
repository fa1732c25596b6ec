import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { COMMAND_LINE } from '#lib/platform/actor/actor.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { confirm, YES_OPTION } from '#lib/platform/cli/command.server.ts';
import { printShop } from '#lib/platform/cli/print-shop.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { openMigrated } from '#lib/platform/db/migrator/open-migrated.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { acceptKey, secretKeyOf } from '#lib/platform/secret-key.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';

export function secretKeyCommand(): CommandUnknownOpts {
  const secretKey = new Command('secret-key').description('change the secret key');
  secretKey
    .command('accept')
    .description('accept a new SECRET_KEY: logs everyone out and breaks links in old emails')
    .option(...YES_OPTION)
    .usage('[--yes]')
    .action(acceptSecretKey);
  return secretKey;
}

/**
 * Makes the shop accept the secret key that is set. Opens the database without checking the key, because this command
 * is needed when the check fails.
 */
async function acceptSecretKey(options: { yes?: true | undefined }): Promise<void> {
  const settings = loadSettings(process.env);
  const db = await openMigrated({ ...settings, databaseReadUrl: undefined }, { creation: 'never' });
  try {
    await contentOf(db).reload(db);
    printShop(db, settings);
    await confirm('Everyone will be logged out, and links in earlier emails will stop working.', options);
    await acceptKey(db, await secretKeyOf(settings), Date.now());
    const event = { action: 'accept secret key', record: { kind: 'shop', id: '' } };
    await transaction(db, (tx) => recordAudit(tx, event, Date.now(), COMMAND_LINE));
  } finally {
    await db.close();
  }
  console.log('The shop now accepts the secret key that is set.');
}
