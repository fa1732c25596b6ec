import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { CONTENT_DOCUMENTS } from '#lib/content/publishing/content-documents.server.ts';
import { fieldChanges } from '#lib/content/publishing/field-changes.ts';
import { importContent } from '#lib/content/publishing/import-content.server.ts';
import { exportFonts, exportPictures } from '#lib/content/publishing/own-files.server.ts';
import { addOwnTextCommands } from '#lib/content/publishing/own-text-commands.server.ts';
import { requireDocument, SHOWN_SOON, TEXT_STATES } from '#lib/content/publishing/own-texts.server.ts';
import { changesOf, checkTexts, editableText, publish } from '#lib/content/publishing/save-documents.server.ts';
import { type CommandShop, readShop, withShop } from '#lib/platform/cli/command.server.ts';
import { fieldsOf } from '#lib/platform/content/check-document.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { type ContentDocument, fileOf } from '#lib/platform/content/content-document.ts';
import { isObject } from '#lib/platform/content/overlay.ts';
import { messageOf } from '#lib/platform/errors/error-message.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { withOutcomeOnFault } from '#lib/platform/errors/stopped-error.ts';
import { writeFileAtomically } from '#lib/platform/files/storage/write-file.server.ts';
import { countText } from '#lib/primitives/plural.ts';

const EXPORT_STOPPED = 'Nothing was changed in the shop; the files that were already written are complete.';

export function contentCommand(): CommandUnknownOpts {
  const content = new Command('content').description('edit the texts of the shop');
  content
    .command('list')
    .description('list the shop’s texts, lists and settings, and show which ones you have changed')
    .action(() => readShop(async (shop) => console.log(listLines(shop).join('\n'))));
  content
    .command('edit <path>')
    .description('open a text in your editor (EDITOR), check it and publish it')
    .usage('PATH')
    .action((path) => withShop((shop) => edit(shop, requireDocument(path), path)));
  content
    .command('import <dir>')
    .description('import texts, pictures and fonts from a folder; if one has an error, nothing is imported')
    .option('--dry-run', 'show the changes without making them')
    .usage('DIR [--dry-run]')
    .action((dir, { dryRun }) =>
      withShop(async (shop) => {
        const isDryRun = dryRun === true;
        const paths = await importContent(shop, dir, { isDryRun, show: console.log });
        console.log(importResultText(paths, isDryRun));
      }),
    );
  content
    .command('export <dir>')
    .description('export the current texts except hidden ones, and your own pictures and fonts, to a folder')
    .usage('DIR')
    .action((dir) => withOutcomeOnFault(EXPORT_STOPPED, () => readShop((shop) => exportContent(shop, dir))));
  addOwnTextCommands(content);
  return content;
}

function importResultText(paths: readonly string[], isDryRun: boolean): string {
  if (paths.length === 0) return 'Nothing to import: the shop already has these texts and files.';
  return isDryRun ? 'Nothing was changed: this was a dry run.' : SHOWN_SOON;
}

function listLines({ db }: CommandShop): string[] {
  const content = contentOf(db);
  return CONTENT_DOCUMENTS.flatMap((document) => [
    `${document.path}: ${document.about}`,
    ...content.pathsOf(document).map((path) => {
      const problemNote = content.problemsOf(document, path).length > 0 ? ', INVALID: see `doctor`' : '';
      return `    ${path}  ${TEXT_STATES[content.ownTexts.get(path)?.state ?? 'shipped']}${problemNote}`;
    }),
  ]);
}

async function edit(shop: CommandShop, document: ContentDocument<unknown>, path: string): Promise<void> {
  const oldText = editableText(document, path, shop.db) || TEXT_TEMPLATES[document.format];
  const text = await editText(fileOf(path, document.format), oldText, (editedText) => {
    checkTexts([{ document, path, text: editedText }], shop);
  });
  const changes = text === oldText ? [] : changesOf([{ document, path, text }], shop);
  for (const line of changes.flatMap(({ difference }) => difference)) console.log(line);
  await publish(shop, changes);
  for (const field of omittedFields(document, oldText, text))
    console.log(`${field} was left out, so it keeps its value.`);
  console.log(changes.length === 0 ? 'Nothing was changed.' : SHOWN_SOON);
}

/** Returns the fields outside lists that were deleted in the editor. They keep their values. */
function omittedFields(document: ContentDocument<unknown>, oldText: string, text: string): string[] {
  const fields = fieldsOf(document, text);
  return fieldChanges(fieldsOf(document, oldText), fields).flatMap(({ field, after }) =>
    after === undefined && isObject(fields) && !/\.\d+(?:\.|$)/.test(field) ? [field] : [],
  );
}

const TEXT_TEMPLATES = { json: '{\n}\n', markdown: '---\ntitle: \n---\n\n' };

async function exportContent({ db, settings }: CommandShop, dir: string): Promise<void> {
  const content = contentOf(db);
  let textCount = 0;
  for (const document of CONTENT_DOCUMENTS) {
    for (const path of content.pathsOf(document)) {
      if (content.ownTexts.get(path)?.state === 'hidden') continue;
      await writeFileAtomically(join(dir, fileOf(path, document.format)), editableText(document, path, db));
      textCount += 1;
    }
  }
  const pictureCount = await exportPictures({ db, settings }, dir);
  const fontCount = await exportFonts({ db }, dir);
  const files = `${countText(pictureCount, 'picture')} and ${countText(fontCount, 'font')}`;
  console.log(`Exported ${countText(textCount, 'text')}, ${files} to ${dir}.`);
}

/**
 * Opens a text in the owner's editor, and returns the saved text. Throws a ShopError `refused` if the editor fails, and
 * `invalid` if `check` throws. In both cases, the file with the text is kept, so that no work is lost.
 */
export async function editText(fileName: string, oldText: string, check: (text: string) => void): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'shop-edit-'));
  const filePath = join(dir, basename(fileName));
  await writeFile(filePath, oldText, { mode: 0o600 });
  await runEditor(filePath);
  const text = await readFile(filePath, 'utf8');
  try {
    check(text);
  } catch (error) {
    const message = messageOf(error);
    throw new ShopError('invalid', `${message}\nNothing was changed. What you wrote is in ${filePath}.`, undefined, {
      cause: error,
    });
  }
  await rm(dir, { recursive: true, force: true });
  return text;
}

function runEditor(filePath: string): Promise<void> {
  const editor = process.env.VISUAL || process.env.EDITOR || 'nano';
  // The editor is started by a shell, because its command may have options, such as `code --wait`.
  const child = spawn(`${editor} "$SHOP_TEXT"`, {
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, SHOP_TEXT: filePath },
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new ShopError('refused', `The editor (${editor}) could not be used. Set EDITOR to an installed editor.`),
        );
    });
  });
}
