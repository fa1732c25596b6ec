import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acceptedFiles, fileField, fileRules, withUploads } from '#lib/content/admin/settings/file-uploads.server.ts';
import { SETTINGS_PAGES, settingsPage } from '#lib/content/admin/settings/settings-pages.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { matchesFileKind } from '#lib/platform/files/uploads/inspect-file.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import { onBothEngines } from '#support/database.ts';
import { pictureFixture } from '#support/picture-fixture.ts';
import { root } from '#support/project-root.ts';
import { testFolder } from '#support/test-folder.ts';

const FONT = join(root, 'node_modules/@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2');
const page = settingsPage('look') ?? SETTINGS_PAGES[0];

onBothEngines('files uploaded with the settings', (open, engine) => {
  test('are stored under unique names, which are filled in in the form', async () => {
    const db = await open();
    const fixture = await pictureFixture(db, 1_000);
    const shop = { ...fixture.shop, settings: loadSettings({ DATA_DIR: join(testFolder(), `uploads-${engine}`) }) };
    const uploadLogo = async (color: string) => ({
      ...(await fixture.upload('My Logo.jpg', color)),
      field: fileField('logo'),
    });
    if (!page) throw new Error('There is no such page.');
    const submission = { button: 'check', fields: { logo: '', icon: '' } };
    const firstUpload = await withUploads(shop, page, submission, [await uploadLogo('#aa3322')]);
    expect(firstUpload).toEqual({
      button: 'check',
      fields: { logo: expect.stringMatching(/^brand\/my-logo-[\da-f]{8}\.jpg$/), icon: '' },
    });
    const secondUpload = await withUploads(shop, page, submission, [await uploadLogo('#223388')]);
    expect(secondUpload.fields.logo).not.toBe(firstUpload.fields.logo);
    expect(contentOf(db).filesIn('pictures')).toHaveLength(2);
    const { entries } = await readAudit(db, { record: { kind: 'content', id: `pictures/${firstUpload.fields.logo}` } });
    expect(entries).toHaveLength(1);

    const damagedFile = { ...fixture.broken('x.jpg'), field: fileField('icon') };
    await expect(withUploads(shop, page, submission, [damagedFile])).rejects.toMatchObject({ code: 'invalid' });
    expect(contentOf(db).filesIn('pictures')).toHaveLength(2);
    expect(await withUploads(shop, page, submission, [])).toBe(submission);
    fixture.remove();
  });

  test('may be SVG drawings and fonts, which are checked like imported ones, each in its own field', async () => {
    const db = await open();
    const dir = testFolder();
    const shop = { db, settings: loadSettings({ DATA_DIR: join(dir, engine) }), now: () => 1 };
    const createFile = (field: string, name: string, kind: 'svg' | 'woff2', content: string | Buffer) => {
      const path = join(dir, `${engine}-${name}`);
      writeFileSync(path, content);
      return { field: fileField(field), name, kind, bytes: content.length, path };
    };
    if (!page) throw new Error('There is no such page.');
    const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;
    const font = readFileSync(FONT);
    const submission = { fields: { logo: '', 'fonts.texts': 'a.woff2\n' } };
    const files = [
      createFile('logo', 'Logo.svg', 'svg', svg('<path d="M0 0h9v9z"/>')),
      createFile('fonts.texts', 'Noto Sans.woff2', 'woff2', font),
    ];
    const { fields } = await withUploads(shop, page, submission, files);
    expect(fields).toEqual({
      logo: expect.stringMatching(/^brand\/logo-[\da-f]{8}\.svg$/),
      'fonts.texts': expect.stringMatching(/^a\.woff2\nnoto-sans-[\da-f]{8}\.woff2$/),
    });
    const secondUpload = await withUploads(shop, page, { fields }, files);
    expect(secondUpload.fields).toEqual(fields);
    expect(
      contentOf(db)
        .filesIn('fonts')
        .map(({ path }) => path.slice(6)),
    ).toEqual([fields['fonts.texts'].slice(8)]);
    expect(await matchesFileKind('svg', files[0]?.path ?? '')).toBe(true);
    expect(await matchesFileKind('svg', files[1]?.path ?? '')).toBe(false);
    expect(await matchesFileKind('woff2', files[1]?.path ?? '')).toBe(true);
    const script = createFile('logo', 'bad.svg', 'svg', svg('<script>alert(1)</script>'));
    await expect(withUploads(shop, page, submission, [script])).rejects.toThrow(/^bad\.svg: line 1: <script>/);
    const misplacedFont = createFile('logo', 'Noto.woff2', 'woff2', font);
    await expect(withUploads(shop, page, submission, [misplacedFont])).rejects.toThrow('Noto.woff2 is not a picture.');
    const largeFont = createFile('fonts.texts', 'large.woff2', 'woff2', Buffer.concat([font, Buffer.alloc(60_000)]));
    await expect(withUploads(shop, page, submission, [largeFont])).rejects.toThrow('at most 60 kB');
    expect(contentOf(db).filesIn('pictures')).toHaveLength(1);
  });
});

test('only pages with file fields accept files, and only of the kinds that these fields allow', () => {
  const acceptingPages = SETTINGS_PAGES.filter((candidate) => fileRules(candidate)).map(({ slug }) => slug);
  expect(acceptingPages).toEqual(['texts', 'slides', 'size-figures', 'look']);
  const names = ['fonts.texts.file', 'fonts.headings.file', 'logo.file', 'icon.file'];
  expect(page && fileRules(page)?.fileFields).toEqual(names);
  const slides = settingsPage('slides');
  expect(page && acceptedFiles(page, 'picture')).toContain('.svg');
  expect(slides && acceptedFiles(slides, 'picture')).not.toContain('.svg');
});
