import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTENT_DOCUMENTS, findDocument } from '#lib/content/publishing/content-documents.server.ts';
import { importContent } from '#lib/content/publishing/import-content.server.ts';
import { changesOf, checkTexts, editableText, publish } from '#lib/content/publishing/save-documents.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { isObject } from '#lib/platform/content/overlay.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import { onBothEngines } from '#support/database.ts';
import { type OwnersFolder, writeOwnersFolder } from '#support/own-shop/owners-folder.ts';
import { temporaryDir } from '#support/shop-process.ts';

const data = temporaryDir('omitted-fields');
let folder: OwnersFolder;

beforeAll(async () => {
  folder = await writeOwnersFolder(data.dir);
});

afterAll(data.remove);

onBothEngines('the import of part of a document', (open, engine) => {
  /** Sets up a shop in which nearly every text is the owner's. */
  async function setUp() {
    const db = await open();
    const shop = { db, settings: loadSettings({ DATA_DIR: join(data.dir, engine) }), now: () => 1 };
    const options = { isDryRun: false, show: () => {} };
    await importContent(shop, folder.texts, options);
    const readAllTexts = () =>
      new Map(
        CONTENT_DOCUMENTS.flatMap((document) =>
          contentOf(db)
            .pathsOf(document)
            .map((path) => [path, editableText(document, path, db)] as const),
        ),
      );
    const readFields = (path: string) =>
      contentOf(db).currentFields(findDocumentAt(path), path) as Record<string, unknown>;
    async function importPart(path: string, content: unknown): Promise<readonly string[]> {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      const texts = [{ document: findDocumentAt(path), path, text }];
      checkTexts(texts, shop);
      const changes = changesOf(texts, shop);
      await publish(shop, changes);
      return changes.flatMap(({ difference }) => difference);
    }
    return { db, readAllTexts, readFields, importPart };
  }

  test('changes only the named fields', async () => {
    const { readAllTexts, readFields, importPart } = await setUp();
    await importPart('settings', { ownerMails: { to: 'owner@kora.example', digestHour: 9 } });
    const fieldsBefore = readFields('settings');
    const otherTexts = readAllTexts();
    const settings = { name: 'Kora', numbers: { order: 'KO' }, hours: [{ days: 'Daily', time: '9am-9pm' }] };
    expect(await importPart('settings', settings)).toEqual([
      'settings.json',
      '  name: "Kora & Kin" → "Kora"',
      '  hours.0.days: "Tue-Sat" → "Daily"',
      '  hours.0.time: "11am-6pm" → "9am-9pm"',
      '  numbers.order: "KK" → "KO"',
    ]);
    expect(readFields('settings')).toEqual({
      ...fieldsBefore,
      ...settings,
      numbers: { ...(fieldsBefore.numbers as object), order: 'KO' },
    });
    otherTexts.delete('settings');
    for (const [path, text] of otherTexts) expect(readAllTexts().get(path), path).toBe(text);
  });

  test('changes nothing if it repeats current values', async () => {
    const { db, readAllTexts, readFields, importPart } = await setUp();
    const textsBefore = readAllTexts();
    const { version } = contentOf(db);
    for (const path of textsBefore.keys()) {
      const currentFields = readFields(path);
      if (!isObject(currentFields)) continue;
      for (const name of Object.keys(currentFields)) {
        if (name === 'body') continue;
        const isMarkdown = findDocumentAt(path).format === 'markdown';
        const part = { [name]: currentFields[name] };
        expect(await importPart(path, isMarkdown ? formatFrontMatter(part) : part), path).toEqual([]);
      }
    }
    expect(readAllTexts()).toEqual(textsBefore);
    expect(contentOf(db).version).toBe(version);
  });

  test('adds colour names to the existing ones', async () => {
    const { importPart } = await setUp();
    await importPart('colors', { Blue: { quay: '#123456' } });
    expect(await importPart('colors', { Neela: { harbour: '#223344' } })).toEqual([
      'colors.json',
      '  Neela.harbour: added "#223344"',
    ]);
    expect(await importPart('colors', { Blue: { quay: '#123456' }, Neela: { harbour: '#223344' } })).toEqual([]);
  });

  test('keeps the body and other fields of a text if it names only the title', async () => {
    const { db, readFields, importPart } = await setUp();
    const fieldsBefore = readFields('blog/planning-a-check');
    expect(await importPart('blog/planning-a-check', '---\n# new\ntitle: How checks are planned\n---\n')).toEqual([
      'blog/planning-a-check.md',
      '  title: "How a check is planned" → "How checks are planned"',
    ]);
    expect(readFields('blog/planning-a-check')).toEqual({ ...fieldsBefore, title: 'How checks are planned' });
    expect(contentOf(db).ownTexts.get('blog/planning-a-check')?.body).toContain('# new\n');
  });

  describe('clears', () => {
    test('fields that it leaves empty, and restores the demo’s value of a field that is null', async () => {
      const { readFields, importPart } = await setUp();
      expect(await importPart('settings', { socials: [], address: { mobile: '' }, tagline: null })).toEqual([
        'settings.json',
        '  tagline: "Checks that stay." → "Cloth first, clothes after."',
        '  address.mobile: "8012345678" → ""',
        '  socials.0: removed {"network":"instagram","name":"Instagram","url":"https://www.instagram.com/kora.example"}',
      ]);
      expect(readFields('settings')).toMatchObject({
        socials: [],
        address: { mobile: '', email: 'hello@kora.example' },
      });
    });

    test('a field that is null, if null is a valid value', async () => {
      const { readFields, importPart } = await setUp();
      expect(await importPart('look', { logo: null })).toEqual(['look.json', '  logo: "brand/logo.svg" → null']);
      expect(readFields('look')).toMatchObject({ logo: null, icon: 'brand/icon.png' });
    });

    test('optional fields, but not required ones', async () => {
      const { readFields, importPart } = await setUp();
      await importPart('blog/planning-a-check', '---\nupdated: 2026-11-20\n---\n');
      expect(await importPart('blog/planning-a-check', '---\nupdated:\n---\n')).toEqual([
        'blog/planning-a-check.md',
        '  updated: removed "2026-11-20"',
      ]);
      expect('updated' in readFields('blog/planning-a-check')).toBe(false);
      await expect(importPart('blog/planning-a-check', '---\ntitle:\n---\n')).rejects.toThrow(/title: .*is missing/);
    });
  });
});

function findDocumentAt(path: string) {
  const document = findDocument(path);
  if (!document) throw new Error(`There is no document ${path}`);
  return document;
}

function formatFrontMatter(fields: Record<string, unknown>): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  return `---\n${lines.join('')}---\n`;
}
