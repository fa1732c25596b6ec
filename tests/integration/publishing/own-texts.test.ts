import { expect, test } from 'vitest';
import { FAQ_CATEGORIES } from '#lib/content/content/texts/texts.schema.ts';
import {
  changesToHide,
  changesToRevert,
  changesToShow,
  changeToRestore,
} from '#lib/content/publishing/own-texts.server.ts';
import { changesOf, publish } from '#lib/content/publishing/save-documents.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { type ContentChange, saveContent } from '#lib/platform/content/own-content.server.ts';
import { onBothEngines } from '#support/database.ts';

const PATH = 'faq/parcels';

onBothEngines('an owner’s text', (open) => {
  async function setUp() {
    const db = await open();
    const shop = { db, now: () => 1 };
    const publishText = (answer: string) => {
      const text = `---\nname: Parcels\nslug: parcels\norder: 9\n---\n\n## When?\n\n${answer}\n`;
      return publish(shop, changesOf([{ document: FAQ_CATEGORIES, path: PATH, text }], shop));
    };
    const publishChanges = (changes: readonly ContentChange[]) => publish(shop, changes);
    const readBody = () => contentOf(db).visibleIn(FAQ_CATEGORIES).get('parcels')?.body;
    const listShownSlugs = () => [...contentOf(db).visibleIn(FAQ_CATEGORIES).keys()];
    const restoreVersion = async (version?: number) => publishChanges([await changeToRestore(shop, PATH, version)]);
    await publishText('Daily.');
    return { db, shop, publishText, publishChanges, readBody, listShownSlugs, restoreVersion };
  }

  test('stays visible if its folder is hidden, and is unchanged after being hidden and shown again', async () => {
    const { shop, publishChanges, readBody, listShownSlugs } = await setUp();
    const allSlugs = listShownSlugs();
    const { changes, skippedPaths } = changesToHide(shop, 'faq');
    await publishChanges(changes);
    expect([skippedPaths, listShownSlugs()]).toEqual([[PATH], ['parcels']]);
    await publishChanges(changesToHide(shop, PATH).changes);
    expect(listShownSlugs()).toEqual([]);
    await publishChanges(await changesToShow(shop, 'faq'));
    expect([listShownSlugs(), readBody()]).toEqual([allSlugs, '## When?\n\nDaily.']);
    expect(changesToHide(shop, 'faq').skippedPaths).toEqual([PATH]);
  });

  test('is named before it is removed, whether hidden or not, and can be restored completely', async () => {
    const { shop, publishChanges, readBody, restoreVersion } = await setUp();
    for (const isHidden of [false, true]) {
      if (isHidden) await publishChanges(changesToHide(shop, PATH).changes);
      const { changes, removedPaths } = await changesToRevert(shop, PATH);
      expect(removedPaths).toEqual([PATH]);
      await publishChanges(changes);
      expect(readBody()).toBeUndefined();
      await restoreVersion();
      expect(readBody()).toBe('## When?\n\nDaily.');
    }
  });

  test('is found in its history if an older version of the shop hid it without keeping a copy', async () => {
    const { db, shop, publishChanges, readBody } = await setUp();
    const hiddenChange = { path: PATH, state: 'hidden', body: '', baseVersion: 1 } as const;
    await saveContent(db, [hiddenChange], { tags: [], now: 2 });
    await contentOf(db).reload(db);
    expect((await changesToRevert(shop, PATH)).removedPaths).toEqual([PATH]);
    await publishChanges(await changesToShow(shop, PATH));
    expect(readBody()).toBe('## When?\n\nDaily.');
  });

  test('can be restored to any of its versions', async () => {
    const { shop, publishText, readBody, restoreVersion } = await setUp();
    await publishText('Weekly.');
    await publishText('Never.');
    await restoreVersion();
    expect(readBody()).toContain('Weekly.');
    await restoreVersion(1);
    expect(readBody()).toContain('Daily.');
    await expect(changeToRestore(shop, PATH, 99)).rejects.toThrow('no such earlier text');
  });

  test('is not affected if one of the demo’s texts is hidden and reverted, which removes no text', async () => {
    const { shop, publishChanges, listShownSlugs } = await setUp();
    const allSlugs = listShownSlugs();
    await publishChanges(changesToHide(shop, 'faq/delivery').changes);
    const { changes, removedPaths } = await changesToRevert(shop, 'faq/delivery');
    expect([changes.length, removedPaths]).toEqual([1, []]);
    await publishChanges(changes);
    expect(listShownSlugs()).toEqual(allSlugs);
  });
});
