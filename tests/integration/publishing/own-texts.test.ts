import { expect, test } from 'vitest';
import { FAQ_CATEGORIES } from '#lib/content/content/texts/texts.schema.ts';
import { CONTENT_DOCUMENTS } from '#lib/content/publishing/content-documents.server.ts';
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

onBothEngines('a text of the owner', (open) => {
  async function setUp() {
    const db = await open();
    const shop = { db, now: () => 1 };
    const write = (response: string) => {
      const text = `---\nname: Parcels\nslug: parcels\norder: 9\n---\n\n## When?\n\n${response}\n`;
      return publish(shop, changesOf([{ document: FAQ_CATEGORIES, path: PATH, text }], shop));
    };
    const apply = (changes: readonly ContentChange[]) => publish(shop, changes);
    const body = () => contentOf(db).visibleIn(FAQ_CATEGORIES).get('parcels')?.body;
    const shown = () => [...contentOf(db).visibleIn(FAQ_CATEGORIES).keys()];
    const restore = async (version?: number) => apply([await changeToRestore(shop, CONTENT_DOCUMENTS, PATH, version)]);
    await write('Daily.');
    return { db, shop, write, apply, body, shown, restore };
  }

  test('stays shown when its folder is hidden, and is unchanged after being hidden and shown', async () => {
    const { shop, apply, body, shown } = await setUp();
    const all = shown();
    const { changes, skipped } = changesToHide(shop, CONTENT_DOCUMENTS, 'faq');
    await apply(changes);
    expect([skipped, shown()]).toEqual([[PATH], ['parcels']]);
    await apply(changesToHide(shop, CONTENT_DOCUMENTS, PATH).changes);
    expect(shown()).toEqual([]);
    await apply(await changesToShow(shop, CONTENT_DOCUMENTS, 'faq'));
    expect([shown(), body()]).toEqual([all, '## When?\n\nDaily.']);
    expect(changesToHide(shop, CONTENT_DOCUMENTS, 'faq').skipped).toEqual([PATH]);
  });

  test('is named before it is removed, hidden or not, and can be restored completely', async () => {
    const { shop, apply, body, restore } = await setUp();
    for (const isHidden of [false, true]) {
      if (isHidden) await apply(changesToHide(shop, CONTENT_DOCUMENTS, PATH).changes);
      const { changes, removed } = await changesToRevert(shop, CONTENT_DOCUMENTS, PATH);
      expect(removed).toEqual([PATH]);
      await apply(changes);
      expect(body()).toBeUndefined();
      await restore();
      expect(body()).toBe('## When?\n\nDaily.');
    }
  });

  test('is found in its history if an older version hid it without keeping a copy', async () => {
    const { db, shop, apply, body } = await setUp();
    const hidden = { path: PATH, state: 'hidden', body: '', from: 1 } as const;
    await saveContent(db, [hidden], { tags: [], now: 2 });
    await contentOf(db).reload(db);
    expect((await changesToRevert(shop, CONTENT_DOCUMENTS, PATH)).removed).toEqual([PATH]);
    await apply(await changesToShow(shop, CONTENT_DOCUMENTS, PATH));
    expect(body()).toBe('## When?\n\nDaily.');
  });

  test('can be restored to any of its versions', async () => {
    const { shop, write, body, restore } = await setUp();
    await write('Weekly.');
    await write('Never.');
    await restore();
    expect(body()).toContain('Weekly.');
    await restore(1);
    expect(body()).toContain('Daily.');
    await expect(changeToRestore(shop, CONTENT_DOCUMENTS, PATH, 99)).rejects.toThrow('no such earlier text');
  });

  test('is unaffected when a text of the demo is hidden and reverted, which removes no text', async () => {
    const { shop, apply, shown } = await setUp();
    const all = shown();
    await apply(changesToHide(shop, CONTENT_DOCUMENTS, 'faq/delivery').changes);
    const { changes, removed } = await changesToRevert(shop, CONTENT_DOCUMENTS, 'faq/delivery');
    expect([changes.length, removed]).toEqual([1, []]);
    await apply(changes);
    expect(shown()).toEqual(all);
  });
});
