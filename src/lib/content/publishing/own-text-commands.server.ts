import type { Command } from '@commander-js/extra-typings';
import type { Documents } from '#lib/content/publishing/documents.ts';
import type { FollowUpFor } from '#lib/content/publishing/follow-up.ts';
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

export function addOwnTextCommands(content: Command, documents: Documents, followUpFor: FollowUpFor): void {
  content
    .command('hide')
    .description('hide an article or FAQ category, or all demo texts of a folder')
    .argument('<path>')
    .usage('PATH')
    .action((path) =>
      withShop(async (shop) => {
        const { changes, skippedPaths } = changesToHide(shop, documents, path);
        await publishChanges(shop, changes, followUpFor);
        for (const ownPath of skippedPaths)
          console.log(`${ownPath} is your own and still shown; to hide it: content hide ${ownPath}`);
      }),
    );
  content
    .command('show')
    .description('show a hidden text again, unchanged')
    .argument('<path>')
    .usage('PATH')
    .action((path) =>
      withShop(async (shop) => publishChanges(shop, await changesToShow(shop, documents, path), followUpFor)),
    );
  content
    .command('revert')
    .description('return to the demo text; a copy of your own text is kept')
    .argument('<path>')
    .option(...YES_OPTION)
    .usage('PATH [--yes]')
    .action((path, options) => withShop((shop) => revert(shop, documents, path, { ...options, followUpFor })));
  addHistoryCommands(content, documents, followUpFor);
}

function addHistoryCommands(content: Command, documents: Documents, followUpFor: FollowUpFor): void {
  content
    .command('history')
    .description('list the versions of a text, newest first')
    .argument('<path>')
    .usage('PATH')
    .action((path) =>
      readShop(async ({ db }) => {
        requireDocument(documents, path);
        const versions = await ownVersions(db.write, path);
        for (const { version, at, state } of versions)
          console.log(`${version}  ${indianIsoDay(at)}  ${TEXT_STATES[state]}`);
        if (versions.length > 0) return;
        requireText({ db }, documents, path);
        console.log(`${path} is the demo text.`);
      }),
    );
  content
    .command('restore')
    .description('restore your text as it was before the last change, or an earlier version')
    .argument('<path>')
    .option('--version <number>', 'the number of the version in `content history`')
    .usage('PATH [--version N]')
    .action((path, { version }) =>
      withShop(async (shop) => {
        const requestedVersion = version === undefined ? undefined : Number(version);
        if (requestedVersion !== undefined && !Number.isSafeInteger(requestedVersion))
          throw new UsageError('--version must be a whole number.');
        await publishChanges(shop, [await changeToRestore(shop, documents, path, requestedVersion)], followUpFor);
      }),
    );
}

async function revert(
  shop: CommandShop,
  documents: Documents,
  path: string,
  { yes, followUpFor }: { yes?: true | undefined; followUpFor: FollowUpFor },
): Promise<void> {
  const { changes, removedPaths } = await changesToRevert(shop, documents, path);
  printDifference(changes);
  if (removedPaths.length > 0) {
    const copyNotice = 'A copy is kept for `content restore`.';
    await confirm(`Remove your own text of ${removedPaths.join(', ')}? ${copyNotice}`, { yes }, '');
  }
  await publish(shop, changes, followUpFor(changes.map((change) => change.path)));
  for (const ownPath of removedPaths) console.log(`To restore your text: npm run shop -- content restore ${ownPath}`);
  console.log(changes.length === 0 ? `${path} is the demo text.` : SHOWN_SOON);
}

async function publishChanges(
  shop: CommandShop,
  changes: readonly ShownChange[],
  followUpFor: FollowUpFor,
): Promise<void> {
  printDifference(changes);
  await publish(shop, changes, followUpFor(changes.map((change) => change.path)));
  console.log(changes.length === 0 ? 'Nothing was changed.' : SHOWN_SOON);
}

function printDifference(changes: readonly ShownChange[]): void {
  for (const line of changes.flatMap(({ difference }) => difference)) console.log(line);
}
