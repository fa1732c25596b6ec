import type { Command } from '@commander-js/extra-typings';
import {
  changesToHide,
  changesToRevert,
  changesToShow,
  changeToRestore,
  requireDocument,
  requireText,
  SHOWN_SOON,
  TEXT_STATES,
} from '#lib/content/publishing/own-texts.server.ts';
import { publish, type ShownChange } from '#lib/content/publishing/save-documents.server.ts';
import {
  type CommandShop,
  confirm,
  readShop,
  UsageError,
  withShop,
  YES_OPTION,
} from '#lib/platform/cli/command.server.ts';
import { ownVersions } from '#lib/platform/content/own-content.server.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';

export function addOwnTextCommands(content: Command): void {
  content
    .command('hide <path>')
    .description('hide an article or FAQ category, or all demo texts of a folder')
    .usage('PATH')
    .action((path) =>
      withShop(async (shop) => {
        const { changes, skippedPaths } = changesToHide(shop, path);
        await publishChanges(shop, changes);
        for (const ownPath of skippedPaths)
          console.log(`${ownPath} is your own and still shown; to hide it: content hide ${ownPath}`);
      }),
    );
  content
    .command('show <path>')
    .description('show a hidden text again, unchanged')
    .usage('PATH')
    .action((path) => withShop(async (shop) => publishChanges(shop, await changesToShow(shop, path))));
  content
    .command('revert <path>')
    .description('return to the demo text; a copy of your own text is kept')
    .option(...YES_OPTION)
    .usage('PATH [--yes]')
    .action((path, options) => withShop((shop) => revert(shop, path, options)));
  content
    .command('history <path>')
    .description('list the versions of a text, newest first')
    .usage('PATH')
    .action((path) =>
      readShop(async ({ db }) => {
        requireDocument(path);
        const versions = await ownVersions(db.write, path);
        for (const { version, at, state } of versions)
          console.log(`${version}  ${indianIsoDay(at)}  ${TEXT_STATES[state]}`);
        if (versions.length > 0) return;
        requireText({ db }, path);
        console.log(`${path} is the demo text.`);
      }),
    );
  content
    .command('restore <path>')
    .description('restore your text as it was before the last change, or an earlier version')
    .option('--version <number>', 'the number of the version in `content history`')
    .usage('PATH [--version N]')
    .action((path, { version }) =>
      withShop(async (shop) => {
        const requestedVersion = version === undefined ? undefined : Number(version);
        if (requestedVersion !== undefined && !Number.isSafeInteger(requestedVersion))
          throw new UsageError('--version must be a whole number.');
        await publishChanges(shop, [await changeToRestore(shop, path, requestedVersion)]);
      }),
    );
}

async function revert(shop: CommandShop, path: string, options: { yes?: true | undefined }): Promise<void> {
  const { changes, removedPaths } = await changesToRevert(shop, path);
  printDifference(changes);
  if (removedPaths.length > 0) {
    const copyNotice = 'A copy is kept for `content restore`.';
    await confirm(`Remove your own text of ${removedPaths.join(', ')}? ${copyNotice}`, options, '');
  }
  await publish(shop, changes);
  for (const ownPath of removedPaths) console.log(`To restore your text: npm run shop -- content restore ${ownPath}`);
  console.log(changes.length === 0 ? `${path} is the demo text.` : SHOWN_SOON);
}

async function publishChanges(shop: CommandShop, changes: readonly ShownChange[]): Promise<void> {
  printDifference(changes);
  await publish(shop, changes);
  console.log(changes.length === 0 ? 'Nothing was changed.' : SHOWN_SOON);
}

function printDifference(changes: readonly ShownChange[]): void {
  for (const line of changes.flatMap(({ difference }) => difference)) console.log(line);
}
