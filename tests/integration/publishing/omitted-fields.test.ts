import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTENT_DOCUMENTS, followUpFor } from '#lib/content/publishing/content-documents.server.ts';
import { findDocument } from '#lib/content/publishing/documents.ts';
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

onBothEngines('an import of a part of a document', (open, engine) => {
  /** A shop in which nearly every text is the owner's. */
  async function shopWithOwnTexts() {
    const db = await open();
    const shop = { db, settings: loadSettings({ DATA_DIR: join(data.dir, engine) }), now: () => 1 };
    const options = { isDryRun: false, followUpFor, show: () => {} };
    await importContent(shop, folder.texts, CONTENT_DOCUMENTS, options);
    const allTexts = () =>
      new Map(
        CONTENT_DOCUMENTS.flatMap((document) =>
          contentOf(db)
            .pathsOf(document)
            .map((path) => [path, editableText(document, path, db)] as const),
        ),
      );
    const fields = (path: string) => contentOf(db).currentFields(documentAt(path), path) as Record<string, unknown>;
    async function importPart(path: string, content: unknown): Promise<readonly string[]> {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      const texts = [{ document: documentAt(path), path, text }];
      checkTexts(texts, shop);
      const changes = changesOf(texts, shop);
      await publish(shop, changes);
      return changes.flatMap(({ difference }) => difference);
    }
    return { db, allTexts, fields, importPart };
  }

  test('changes the named fields, and no others', async () => {
    const { allTexts, fields, importPart } = await shopWithOwnTexts();
    await importPart('settings', { ownerMails: { to: 'owner@kora.example', digestHour: 9 } });
    const before = fields('settings');
    const others = allTexts();
    const settings = { name: 'Kora', numbers: { order: 'KO' }, hours: [{ days: 'Daily', time: '9am-9pm' }] };
    expect(await importPart('settings', settings)).toEqual([
      'settings.json',
      '  name: "Kora & Kin" → "Kora"',
      '  hours.0.days: "Tue-Sat" → "Daily"',
      '  hours.0.time: "11am-6pm" → "9am-9pm"',
      '  numbers.order: "KK" → "KO"',
    ]);
    expect(fields('settings')).toEqual({
      ...before,
      ...settings,
      numbers: { ...(before.numbers as object), order: 'KO' },
    });
    others.delete('settings');
    for (const [path, text] of others) expect(allTexts().get(path), path).toBe(text);
  });

  test('changes nothing when it repeats current values', async () => {
    const { db, allTexts, fields, importPart } = await shopWithOwnTexts();
    const before = allTexts();
    const { version } = contentOf(db);
    for (const path of before.keys()) {
      const current = fields(path);
      if (!isObject(current)) continue;
      for (const name of Object.keys(current)) {
        if (name === 'body') continue;
        const isText = documentAt(path).format === 'markdown';
        const part = { [name]: current[name] };
        expect(await importPart(path, isText ? frontMatterOf(part) : part), path).toEqual([]);
      }
    }
    expect(allTexts()).toEqual(before);
    expect(contentOf(db).version).toBe(version);
  });

  test('adds colour names to the existing ones', async () => {
    const { importPart } = await shopWithOwnTexts();
    await importPart('colors', { Blue: { quay: '#123456' } });
    expect(await importPart('colors', { Neela: { harbour: '#223344' } })).toEqual([
      'colors.json',
      '  Neela.harbour: added "#223344"',
    ]);
    expect(await importPart('colors', { Blue: { quay: '#123456' }, Neela: { harbour: '#223344' } })).toEqual([]);
  });

  test('keeps the body and the other fields of a text when it names only the title', async () => {
    const { db, fields, importPart } = await shopWithOwnTexts();
    const before = fields('blog/planning-a-check');
    expect(await importPart('blog/planning-a-check', '---\n# new\ntitle: How checks are planned\n---\n')).toEqual([
      'blog/planning-a-check.md',
      '  title: "How a check is planned" → "How checks are planned"',
    ]);
    expect(fields('blog/planning-a-check')).toEqual({ ...before, title: 'How checks are planned' });
    expect(contentOf(db).own.get('blog/planning-a-check')?.body).toContain('# new\n');
  });

  describe('clears', () => {
    test('fields that are empty in it, and restores the demo’s value of a field that is null', async () => {
      const { fields, importPart } = await shopWithOwnTexts();
      expect(await importPart('settings', { socials: [], address: { mobile: '' }, tagline: null })).toEqual([
        'settings.json',
        '  tagline: "Checks that stay." → "Cloth first, clothes after."',
        '  address.mobile: "8012345678" → ""',
        '  socials.0: removed {"network":"instagram","name":"Instagram","url":"https://www.instagram.com/kora.example"}',
      ]);
      expect(fields('settings')).toMatchObject({ socials: [], address: { mobile: '', email: 'hello@kora.example' } });
    });

    test('a field to null where null is a valid value', async () => {
      const { fields, importPart } = await shopWithOwnTexts();
      expect(await importPart('look', { logo: null })).toEqual(['look.json', '  logo: "brand/logo.svg" → null']);
      expect(fields('look')).toMatchObject({ logo: null, icon: 'brand/icon.png' });
    });

    test('an optional field, and rejects clearing a required one', async () => {
      const { fields, importPart } = await shopWithOwnTexts();
      await importPart('blog/planning-a-check', '---\nupdated: 2026-11-20\n---\n');
      expect(await importPart('blog/planning-a-check', '---\nupdated:\n---\n')).toEqual([
        'blog/planning-a-check.md',
        '  updated: removed "2026-11-20"',
      ]);
      expect('updated' in fields('blog/planning-a-check')).toBe(false);
      await expect(importPart('blog/planning-a-check', '---\ntitle:\n---\n')).rejects.toThrow(/title: .*is missing/);
    });
  });
});

function documentAt(path: string) {
  const document = findDocument(CONTENT_DOCUMENTS, path);
  if (!document) throw new Error(`There is no document ${path}`);
  return document;
}

function frontMatterOf(fields: Record<string, unknown>): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  return `---\n${lines.join('')}---\n`;
}
