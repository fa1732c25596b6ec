import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileField, pictureRules, withUploads } from '#lib/content/desk/settings/picture-uploads.server.ts';
import { SETTINGS_PAGES, settingsPage } from '#lib/content/desk/settings/settings-pages.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import { onBothEngines } from '#support/database.ts';
import { pictureDesk } from '#support/picture-desk.ts';
import { testFolder } from '#support/test-folder.ts';

const page = settingsPage('look') ?? SETTINGS_PAGES[0];

onBothEngines('pictures uploaded with the settings', (open, engine) => {
  test('are stored under names of their own, and named in the form', async () => {
    const db = await open();
    const desk = await pictureDesk(db, 1_000);
    const shop = { ...desk.shop, settings: loadSettings({ DATA_DIR: join(testFolder(), `uploads-${engine}`) }) };
    const logo = async (color: string) => ({ ...(await desk.upload('My Logo.jpg', color)), field: fileField('logo') });
    if (!page) throw new Error('There is no such page.');
    const sent = { button: 'check', fields: { logo: '', icon: '' } };
    const first = await withUploads(shop, page, sent, [await logo('#aa3322')]);
    expect(first).toEqual({
      button: 'check',
      fields: { logo: expect.stringMatching(/^brand\/my-logo-[\da-f]{8}\.jpg$/), icon: '' },
    });
    const other = await withUploads(shop, page, sent, [await logo('#223388')]);
    expect(other.fields.logo).not.toBe(first.fields.logo);
    expect(contentOf(db).filesIn('pictures')).toHaveLength(2);
    const { entries } = await readAudit(db, { record: { kind: 'content', id: `pictures/${first.fields.logo}` } });
    expect(entries).toHaveLength(1);

    const broken = { ...desk.broken('x.jpg'), field: fileField('icon') };
    await expect(withUploads(shop, page, sent, [broken])).rejects.toMatchObject({ code: 'invalid' });
    expect(contentOf(db).filesIn('pictures')).toHaveLength(2);
    expect(await withUploads(shop, page, sent, [])).toBe(sent);
    desk.remove();
  });
});

test('only pages with pictures accept files, and those for their fields', () => {
  const accepting = SETTINGS_PAGES.filter((one) => pictureRules(one)).map(({ slug }) => slug);
  expect(accepting).toEqual(['texts', 'slides', 'look']);
  expect(page && pictureRules(page)?.fileFields).toEqual(['logo.file', 'icon.file']);
});
