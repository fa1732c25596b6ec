import { expect, test } from 'vitest';
import { documentHistory, restoration, restoreVersion } from '#lib/content/admin/settings/document-history.server.ts';
import { documentHref } from '#lib/content/admin/settings/settings-pages.server.ts';
import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { onBothEngines } from '#support/database.ts';

onBothEngines('the history of a document', (open) => {
  async function setUp() {
    const db = await open();
    let at = 1_000;
    const shop = { db, now: () => at++ };
    const saveField = (author: string, field: string, value: string) =>
      runAs({ kind: 'staff', id: author, name: author, origin: 'web' }, () =>
        setFields(shop, SETTINGS, { [field]: value }),
      );
    await saveField('Asha', 'name', 'Kora');
    await saveField('Bela', 'tagline', 'From the loom.');
    await saveField('Asha', 'name', 'Kora & Kin');
    const shopName = () => contentOf(db).of(SETTINGS).name;
    return { db, shop, shopName };
  }

  test('lists each version with its author and changes', async () => {
    const { shop } = await setUp();
    const { versions, currentVersion } = await documentHistory(shop, SETTINGS);
    expect(currentVersion).toBe(3);
    expect(versions.map(({ version, author, lines }) => [version, author, ...lines])).toEqual([
      [3, 'Asha', 'Name of the shop: “Kora” → “Kora & Kin”'],
      [2, 'Bela', 'Tagline: “Cloth first, clothes after.” → “From the loom.”'],
      [1, 'Asha', 'Name of the shop: “Taana” → “Kora”'],
    ]);
  });

  test('restores any version, or the demo’s values, as a new version with an audit log entry', async () => {
    const { db, shop, shopName } = await setUp();
    expect((await restoration(shop, SETTINGS, 1)).lines).toEqual([
      'Name of the shop: “Kora & Kin” → “Kora”',
      'Tagline: “From the loom.” → “Cloth first, clothes after.”',
    ]);
    await restoreVersion(shop, SETTINGS, { version: 1, currentVersion: 3 });
    expect(shopName()).toBe('Kora');
    await restoreVersion(shop, SETTINGS, { version: 0, currentVersion: 4 });
    expect(shopName()).toBe('Taana');
    await restoreVersion(shop, SETTINGS, { version: 3, currentVersion: 5 });
    expect(shopName()).toBe('Kora & Kin');
    await restoreVersion(shop, SETTINGS, { version: 5, currentVersion: 6 });
    expect(shopName()).toBe('Taana');
    const { entries } = await readAudit(db, { record: { kind: 'content', id: 'settings' } });
    expect(entries).toHaveLength(7);
    expect(entries.map(({ action }) => action).slice(0, 2)).toEqual(['revert content', 'save content']);
  });

  test('restores nothing if somebody saved meanwhile or if the version does not exist', async () => {
    const { shop, shopName } = await setUp();
    await expect(restoreVersion(shop, SETTINGS, { version: 1, currentVersion: 2 })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(restoreVersion(shop, SETTINGS, { version: 9, currentVersion: 3 })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(shopName()).toBe('Kora & Kin');
  });
});

test('a settings document has the path of its page, but an article has none', () => {
  expect(['settings', 'delivery', 'blog/which-kurta-length'].map(documentHref)).toEqual([
    '/admin/settings/shop',
    '/admin/settings/delivery',
    undefined,
  ]);
});
