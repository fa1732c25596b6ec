import type { Command } from '@commander-js/extra-typings';
import type { Documents } from '#lib/content/publishing/documents.ts';
import {
  hideChanges,
  known,
  knownText,
  restoreChange,
  revertChanges,
  showChanges,
} from '#lib/content/publishing/own-texts.server.ts';
import { publish, type ShownChange } from '#lib/content/publishing/save-documents.server.ts';
import type { WhenPublished } from '#lib/content/publishing/when-published.ts';
import { type CommandShop, confirm, readShop, UsageError, withShop, YES } from '#lib/platform/cli/command.server.ts';
import { ownVersions } from '#lib/platform/content/own-content.server.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';

export function addOwnTextCommands(content: Command, documents: Documents, when: WhenPublished): void {
  content
    .command('hide')
    .description('hide an article or FAQ category, or all default ones of a folder')
    .argument('<path>')
    .usage('PATH')
    .action((path) =>
      withShop(async (shop) => {
        const { changes, left } = hideChanges(shop, documents, path);
        await published(shop, changes, when);
        for (const one of left) console.log(`${one} is your own and still shown; to hide it: content hide ${one}`);
      }),
    );
  content
    .command('show')
    .description('show a hidden text again, unchanged')
    .argument('<path>')
    .usage('PATH')
    .action((path) => withShop(async (shop) => published(shop, await showChanges(shop, documents, path), when)));
  content
    .command('revert')
    .description('return to the default text; a copy of your own text is kept')
    .argument('<path>')
    .option(...YES)
    .usage('PATH [--yes]')
    .action((path, options) => withShop((shop) => revert(shop, documents, path, { ...options, when })));
  addEarlierTexts(content, documents, when);
}

function addEarlierTexts(content: Command, documents: Documents, when: WhenPublished): void {
  content
    .command('history')
    .description('list earlier versions of a text, newest first')
    .argument('<path>')
    .usage('PATH')
    .action((path) =>
      readShop(async ({ db }) => {
        known(documents, path);
        const versions = await ownVersions(db.write, path);
        for (const { version, at, state } of versions) console.log(`${version}  ${indianIsoDay(at)}  ${STATES[state]}`);
        if (versions.length > 0) return;
        knownText({ db }, documents, path);
        console.log(`${path} is as it came with the shop.`);
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
          throw new UsageError('--version is a number.');
        await published(shop, [await restoreChange(shop, documents, path, requestedVersion)], when);
      }),
    );
}

const STATES = { own: 'your own', shipped: 'as it came', hidden: 'hidden' };

async function revert(
  shop: CommandShop,
  documents: Documents,
  path: string,
  { yes, when }: { yes?: true | undefined; when: WhenPublished },
): Promise<void> {
  const { changes, deleted } = await revertChanges(shop, documents, path);
  print(changes);
  if (deleted.length > 0) {
    const copies = 'A copy is kept for `content restore`.';
    await confirm(`Remove your own text of ${deleted.join(', ')}? ${copies}`, { yes }, '');
  }
  await publish(shop, changes, when(changes.map((change) => change.path)));
  for (const one of deleted) console.log(`To bring your text back: npm run shop -- content restore ${one}`);
  console.log(changes.length === 0 ? `${path} is as it came with the shop.` : SHOWN_SOON);
}

async function published(shop: CommandShop, changes: readonly ShownChange[], when: WhenPublished): Promise<void> {
  print(changes);
  await publish(shop, changes, when(changes.map((change) => change.path)));
  console.log(changes.length === 0 ? 'Nothing was changed.' : SHOWN_SOON);
}

function print(changes: readonly ShownChange[]): void {
  for (const line of changes.flatMap(({ difference }) => difference)) console.log(line);
}

const SHOWN_SOON = 'It shows within two seconds.';
