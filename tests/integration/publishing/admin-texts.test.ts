import { expect, test } from 'vitest';
import { createText, previewText } from '#lib/content/admin/texts/create-text.server.ts';
import { readText } from '#lib/content/admin/texts/current-text.server.ts';
import { listTexts } from '#lib/content/admin/texts/list-texts.server.ts';
import {
  addQuestion,
  hideText,
  restoreText,
  revertText,
  saveText,
  showText,
} from '#lib/content/admin/texts/save-text.server.ts';
import { textHistory } from '#lib/content/admin/texts/text-history.server.ts';
import { publishedSummaries, searchArticles } from '#lib/content/content/journal/journal.server.ts';
import { changesToHide } from '#lib/content/publishing/own-texts.server.ts';
import { publish } from '#lib/content/publishing/save-documents.server.ts';
import { scheduledContentWatch } from '#lib/operations/jobs/scheduled-content.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { latestInvalidationId } from '#lib/platform/db/invalidation.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';

const ASHA = { kind: 'staff' as const, id: 's1', name: 'Asha', origin: '203.0.113.7' };
const NOW = Date.parse('2026-12-01T09:00:00+05:30');
const KHADI = { folder: 'blog', file: 'how-khadi-is-spun' } as const;
const DELIVERY = { folder: 'faq', file: 'delivery' } as const;
const ARTICLE = {
  ...{ title: 'Winter colours', description: 'What to wear when the evenings are cool.', date: '2026-12-01' },
  ...{ tags: 'care, winter', image: 'blog/2.avif', imageAlt: 'A shawl on a chair', body: 'Wool, silk and **mulmul**.' },
};

onBothEngines('texts in the admin', (open) => {
  async function setUp() {
    const db = await open();
    const clock = { at: NOW };
    const shop = { db, now: () => clock.at };
    const asAsha = <T>(work: () => Promise<T>) => runAs(ASHA, work);
    const readDetails = (name: Parameters<typeof readText>[1] = KHADI) => readText(shop, name);
    /** Sends a text's form with some fields changed. */
    const saveFields = async (
      changes: Record<string, string>,
      name: Parameters<typeof readText>[1] = KHADI,
      version?: number,
    ) => {
      const details = await readDetails(name);
      return asAsha(() =>
        saveText(shop, { ...name, version: version ?? details.version }, { ...details.values, ...changes }),
      );
    };
    const createArticle = (changes: Record<string, string> = {}, isDraft = false) =>
      asAsha(() => createText(shop, { folder: 'blog', isDraft }, { ...ARTICLE, ...changes }));
    const readAuditEntries = async () => {
      const rows = await db.write
        .selectFrom('audit_entry')
        .select(['action', 'actor_name', 'record_id', 'before_json', 'after_json'])
        .where('record_kind', '=', 'content')
        .orderBy('id')
        .execute();
      return rows;
    };
    const countVersions = async () => (await db.write.selectFrom('own_content').select('version').execute()).length;
    const listShownSlugs = async () => (await publishedSummaries(shop)).map(({ slug }) => slug);
    return {
      db,
      shop,
      clock,
      asAsha,
      readDetails,
      saveFields,
      createArticle,
      readAuditEntries,
      countVersions,
      listShownSlugs,
    };
  }

  test('are listed with their state, last change and author', async () => {
    const { shop, saveFields, asAsha, readDetails } = await setUp();
    await saveFields({ title: 'Khadi, spun by hand' });
    await asAsha(async () => hideText(shop, { ...DELIVERY, version: (await readDetails(DELIVERY)).version }));
    const groups = await listTexts(shop);
    expect(groups.map(({ heading }) => heading)).toEqual(['Journal', 'Questions', 'Policies']);
    const allTexts = groups.flatMap(({ texts }) => texts);
    const findListedText = (path: string) => allTexts.find((text) => text.path === path);
    const change = { at: NOW, author: 'Asha' };
    expect(findListedText('blog/how-khadi-is-spun')).toMatchObject({
      title: 'Khadi, spun by hand',
      state: 'shown',
      isOwn: true,
      change,
    });
    expect(findListedText('faq/delivery')).toMatchObject({ state: 'hidden', isOwn: false, change });
    expect(findListedText('policies/privacy-policy')).toMatchObject({
      state: 'shown',
      isRequired: true,
      change: undefined,
    });
  });

  test('are saved field by field, in the same transaction as their audit entry', async () => {
    const { db, shop, saveFields, readDetails, readAuditEntries, countVersions } = await setUp();
    const detailsBefore = await readDetails();
    expect(await saveFields({})).toBe(false);
    expect(
      await saveFields({
        description: 'One line,\r\nand another one.',
        tags: 'craft, fabrics, khadi',
        updated: '2026-11-30',
      }),
    ).toBe(true);
    const detailsAfter = await readDetails();
    const values = { description: 'One line, and another one.', tags: 'craft, fabrics, khadi', updated: '2026-11-30' };
    expect(detailsAfter.values).toEqual({ ...detailsBefore.values, ...values });
    const [article] = (await publishedSummaries(shop)).filter(({ slug }) => slug === KHADI.file);
    expect(article).toMatchObject({ description: values.description, tags: ['craft', 'fabrics', 'khadi'] });
    expect(await saveFields({ updated: '', products: '' })).toBe(true);
    expect((await readDetails()).values).toMatchObject({ updated: '', products: '' });
    const entries = await readAuditEntries();
    expect(entries).toMatchObject([
      { action: 'save content', actor_name: 'Asha', record_id: 'blog/how-khadi-is-spun' },
      { action: 'save content', actor_name: 'Asha' },
    ]);
    expect(JSON.parse(entries[0]?.after_json ?? '')).toMatchObject({ description: values.description, version: 1 });
    // A change is not stored without its audit entry.
    await db.write.schema.alterTable('audit_entry').renameTo('audit_entry_away').execute();
    await expect(saveFields({ title: 'Lost' })).rejects.toThrow();
    await db.write.schema.alterTable('audit_entry_away').renameTo('audit_entry').execute();
    expect(await countVersions()).toBe(2);
  });

  test('are not saved if any field is invalid; the error names each invalid field', async () => {
    const { saveFields, countVersions, readAuditEntries } = await setUp();
    const invalidFields = { title: 'x', date: '5 May', tags: '' };
    await expect(saveFields(invalidFields)).rejects.toMatchObject({
      code: 'invalid',
      fields: {
        title: expect.stringContaining('Title must have at least 3 characters'),
        date: expect.any(String),
        tags: expect.any(String),
      },
    });
    await expect(saveFields({ image: 'blog/none.avif' })).rejects.toMatchObject({
      fields: { image: expect.any(String) },
    });
    await expect(saveFields({ body: 'Fine.\r\n\r\n{{shop.nmae}}' })).rejects.toMatchObject({
      fields: { body: expect.stringContaining('Line 3: there is no placeholder {{shop.nmae}}') },
    });
    await expect(saveFields({ publishAt: '2026-02-30T10:00' })).rejects.toMatchObject({
      fields: { publishAt: expect.stringContaining('Publish at must be a day and time') },
    });
    await expect(saveFields({ order: 'first' }, DELIVERY)).rejects.toMatchObject({
      fields: { order: expect.any(String) },
    });
    await expect(saveFields({ title: 'A --- line ---', description: 'Its end is a line of dashes ---' })).resolves.toBe(
      true,
    );
    expect([await countVersions(), (await readAuditEntries()).length]).toEqual([1, 1]);
  });

  test('cannot be saved from a form that was opened before somebody else saved', async () => {
    const { shop, asAsha, readDetails, saveFields } = await setUp();
    await saveFields({ title: 'The first editor' });
    const conflict = { code: 'conflict', fields: { version: expect.any(String) } };
    await expect(saveFields({ title: 'The second editor' }, KHADI, 0)).rejects.toMatchObject(conflict);
    for (const change of [hideText, showText, revertText])
      await expect(asAsha(() => change(shop, { ...KHADI, version: 0 }))).rejects.toMatchObject(conflict);
    await expect(asAsha(() => restoreText(shop, { ...KHADI, version: 0, earlier: 1 }))).rejects.toMatchObject(conflict);
    expect((await readDetails()).values.title).toBe('The first editor');
    const { version } = await readDetails();
    const results = await Promise.allSettled([
      saveFields({ title: 'One of two' }, KHADI, version),
      saveFields({ title: 'Two of two' }, KHADI, version),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: conflict });
  });

  test('keep all their versions with the authors, and can be restored to any of them', async () => {
    const { db, shop, asAsha, readDetails, saveFields, readAuditEntries } = await setUp();
    for (const title of ['First title', 'Second title', 'Third title']) await saveFields({ title });
    const history = await textHistory(shop, KHADI, 1);
    expect(history.versions.map(({ version, author, canRestore }) => [version, author, canRestore])).toEqual([
      [3, 'Asha', false],
      [2, 'Asha', true],
      [1, 'Asha', true],
    ]);
    expect(history.compared?.difference).toEqual(['title: "Third title" → "First title"']);
    await asAsha(() => restoreText(shop, { ...KHADI, version: 3, earlier: 1 }));
    expect((await readDetails()).values.title).toBe('First title');
    expect((await textHistory(shop, KHADI, 0)).compared?.hasText).toBe(true);
    await asAsha(() => revertText(shop, { ...KHADI, version: 4 }));
    expect(await readDetails()).toMatchObject({ isOwn: false, version: 5, title: 'How khadi is spun' });
    await asAsha(() => restoreText(shop, { ...KHADI, version: 5, earlier: 2 }));
    expect((await readDetails()).values.title).toBe('Second title');
    await expect(asAsha(() => restoreText(shop, { ...KHADI, version: 6, earlier: 9 }))).rejects.toMatchObject({
      code: 'not_found',
    });
    const actions = (await readAuditEntries()).map(({ action }) => action);
    expect(actions.slice(3)).toEqual(['restore content', 'revert content', 'restore content']);
    expect(contentOf(db).ownTexts.get('blog/how-khadi-is-spun')?.version).toBe(6);
  });

  test('stay hidden if they are edited, but policies can’t be hidden', async () => {
    const { shop, asAsha, readDetails, saveFields, listShownSlugs } = await setUp();
    await publish(shop, changesToHide(shop, 'blog/how-khadi-is-spun').changes);
    expect(await saveFields({})).toBe(false);
    await saveFields({ title: 'Written in the meantime' });
    expect([(await readDetails()).state, (await listShownSlugs()).includes(KHADI.file)]).toEqual(['hidden', false]);
    await asAsha(() => showText(shop, { ...KHADI, version: 2 }));
    expect((await publishedSummaries(shop)).map(({ name }) => name)).toContain('Written in the meantime');
    const policy = { folder: 'policies', file: 'privacy-policy' } as const;
    await expect(asAsha(() => hideText(shop, { ...policy, version: 0 }))).rejects.toMatchObject({ code: 'refused' });
  });

  test('are created with an address derived from the title, which is rejected if it is taken', async () => {
    const { shop, asAsha, createArticle, readDetails, listShownSlugs } = await setUp();
    expect(await createArticle()).toEqual({ folder: 'blog', file: 'winter-colours' });
    expect((await listShownSlugs())[0]).toBe('winter-colours');
    const conflict = { code: 'invalid', fields: { address: expect.stringContaining('/blogs/winter-colours') } };
    await expect(createArticle()).rejects.toMatchObject(conflict);
    await expect(createArticle({ title: 'सर्दी के रंग' })).rejects.toMatchObject({
      fields: { address: expect.any(String) },
    });
    expect(await createArticle({ title: 'सर्दी के रंग', address: 'Winter colours 2' })).toMatchObject({
      file: 'winter-colours-2',
    });
    const draft = await createArticle({ title: 'Not yet' }, true);
    expect([(await readDetails(draft)).state, (await listShownSlugs()).includes('not-yet')]).toEqual(['hidden', false]);
    await asAsha(() => revertText(shop, { ...draft, version: 1 }));
    expect((await readDetails(draft)).state).toBe('deleted');
    await expect(createArticle({ title: 'Not yet' })).rejects.toMatchObject({
      fields: { address: expect.stringContaining('deleted') },
    });
    await asAsha(() => restoreText(shop, { ...draft, version: 2, earlier: 1 }));
    expect(await listShownSlugs()).toContain('not-yet');
    const category = { name: 'Delivery', order: '9', body: '## Where?\n\nEverywhere.' };
    const addCategory = (changes: object) =>
      asAsha(() => createText(shop, { folder: 'faq', isDraft: false }, { ...category, ...changes }));
    await expect(addCategory({})).rejects.toMatchObject({
      fields: { address: expect.stringContaining('/faq#delivery') },
    });
    expect(await addCategory({ name: 'Gift wrapping' })).toEqual({ folder: 'faq', file: 'gift-wrapping' });
    expect((await readDetails({ folder: 'faq', file: 'gift-wrapping' })).values.slug).toBe('gift-wrapping');
  });

  test('get a new question at the end, but no question twice', async () => {
    const { shop, asAsha, readDetails } = await setUp();
    const addDeliveryQuestion = async (question: string) => {
      const { version } = await readDetails(DELIVERY);
      await asAsha(() => addQuestion(shop, { ...DELIVERY, version, question, answer: 'By bicycle.' }));
    };
    await addDeliveryQuestion('Who brings it?');
    expect((await readDetails(DELIVERY)).values.body).toMatch(/\n\n## Who brings it\?\n\nBy bicycle\.$/);
    await expect(addDeliveryQuestion('who brings it?')).rejects.toMatchObject({
      fields: { question: expect.any(String) },
    });
  });

  test('have a preview that shows them as readers will see them once they are saved', async () => {
    const { shop, readDetails, countVersions } = await setUp();
    const { values } = await readDetails();
    const preview = await previewText(shop, KHADI, {
      ...values,
      title: 'Seen before',
      body: '## One\n\nAt {{shop.name}}.',
    });
    const { article } = preview as Extract<typeof preview, { article: unknown }>;
    expect(article).toMatchObject({ name: 'Seen before', slug: KHADI.file });
    expect(article.html).toContain('<h2 id="one">One</h2>');
    expect(article.html).toContain('At Taana.');
    const category = await previewText(
      shop,
      { folder: 'faq', file: '' },
      { name: 'New', order: '1', body: '## Why?\n\nSo.' },
    );
    expect(category).toMatchObject({ category: { name: 'New', questions: [{ ques: 'Why?' }] } });
    const policy = { folder: 'policies', file: 'privacy-policy' } as const;
    expect(await previewText(shop, policy, (await readDetails(policy)).values)).toMatchObject({
      policy: { title: 'Privacy policy' },
    });
    await expect(previewText(shop, KHADI, { ...values, title: '' })).rejects.toMatchObject({
      fields: { title: expect.any(String) },
    });
    expect(await countVersions()).toBe(0);
  });

  test('appear at their scheduled time, even on pages that were cached before', async () => {
    const { db, shop, clock, createArticle, readDetails, listShownSlugs } = await setUp();
    const checkSchedule = scheduledContentWatch(shop);
    await checkSchedule();
    const name = await createArticle({ publishAt: '2026-12-01T09:30' });
    expect(await readDetails(name)).toMatchObject({ state: 'scheduled', publishAt: NOW + 30 * MINUTE_MS });
    const invalidationIdBefore = await latestInvalidationId(db);
    clock.at = NOW + 30 * MINUTE_MS - 1;
    await checkSchedule();
    expect([
      await listShownSlugs(),
      await searchArticles(shop, 'winter colours'),
      await latestInvalidationId(db),
    ]).toEqual([expect.not.arrayContaining([name.file]), [], invalidationIdBefore]);
    clock.at += 1;
    await checkSchedule();
    await checkSchedule();
    expect([(await listShownSlugs())[0], (await searchArticles(shop, 'winter colours'))[0]?.slug]).toEqual([
      name.file,
      name.file,
    ]);
    expect(await latestInvalidationId(db)).toBe(invalidationIdBefore + 1);
    expect((await readDetails(name)).state).toBe('shown');
    // A shop that was stopped when an article became due invalidates its pages once after it starts.
    await createArticle({ title: 'Later', publishAt: '2026-12-01T12:00' });
    clock.at = NOW + 300 * MINUTE_MS;
    const invalidationIdAfterSave = await latestInvalidationId(db);
    await scheduledContentWatch(shop)();
    await scheduledContentWatch(shop)();
    expect(await latestInvalidationId(db)).toBe(invalidationIdAfterSave + 1);
  });
});
