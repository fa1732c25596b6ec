import { expect, test } from 'vitest';
import { publishedSummaries, searchArticles } from '#lib/content/content/journal/journal.server.ts';
import { addQuestion } from '#lib/content/desk/texts/add-question.server.ts';
import { hideText, restoreText, revertText, showText } from '#lib/content/desk/texts/change-state.server.ts';
import { createText } from '#lib/content/desk/texts/create-text.server.ts';
import { listTexts } from '#lib/content/desk/texts/list-texts.server.ts';
import { previewText } from '#lib/content/desk/texts/preview-text.server.ts';
import { readText } from '#lib/content/desk/texts/read-text.server.ts';
import { saveText } from '#lib/content/desk/texts/save-text.server.ts';
import { textHistory } from '#lib/content/desk/texts/text-history.server.ts';
import { CONTENT_DOCUMENTS } from '#lib/content/publishing/content-documents.server.ts';
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
    const read = (name: Parameters<typeof readText>[1] = KHADI) => readText(shop, name);
    /** Sends the form of a text with some fields changed. */
    const save = async (
      changes: Record<string, string>,
      name: Parameters<typeof readText>[1] = KHADI,
      version?: number,
    ) => {
      const details = await read(name);
      return asAsha(() =>
        saveText(shop, { ...name, version: version ?? details.version }, { ...details.values, ...changes }),
      );
    };
    const create = (changes: Record<string, string> = {}, isDraft = false) =>
      asAsha(() => createText(shop, { folder: 'blog', isDraft }, { ...ARTICLE, ...changes }));
    const auditEntries = async () => {
      const rows = await db.write
        .selectFrom('audit_entry')
        .select(['action', 'actor_name', 'record_id', 'before_json', 'after_json'])
        .where('record_kind', '=', 'content')
        .orderBy('id')
        .execute();
      return rows;
    };
    const versions = async () => (await db.write.selectFrom('own_content').select('version').execute()).length;
    const shown = async () => (await publishedSummaries(shop)).map(({ slug }) => slug);
    return { db, shop, clock, asAsha, read, save, create, auditEntries, versions, shown };
  }

  test('are listed with their state, last change and author', async () => {
    const { shop, save, asAsha, read } = await setUp();
    await save({ title: 'Khadi, spun by hand' });
    await asAsha(async () => hideText(shop, { ...DELIVERY, version: (await read(DELIVERY)).version }));
    const groups = await listTexts(shop);
    expect(groups.map(({ heading }) => heading)).toEqual(['Journal', 'Questions', 'Policies']);
    const all = groups.flatMap(({ texts }) => texts);
    const textAt = (path: string) => all.find((text) => text.path === path);
    const change = { at: NOW, author: 'Asha' };
    expect(textAt('blog/how-khadi-is-spun')).toMatchObject({
      title: 'Khadi, spun by hand',
      state: 'shown',
      isOwn: true,
      change,
    });
    expect(textAt('faq/delivery')).toMatchObject({ state: 'hidden', isOwn: false, change });
    expect(textAt('policies/privacy-policy')).toMatchObject({ state: 'shown', isRequired: true, change: undefined });
  });

  test('are saved field by field, with the audit entry in the same transaction', async () => {
    const { db, shop, save, read, auditEntries, versions } = await setUp();
    const before = await read();
    expect(await save({})).toBe(false);
    expect(
      await save({
        description: 'One line,\r\nand another one.',
        tags: 'craft, fabrics, khadi',
        updated: '2026-11-30',
      }),
    ).toBe(true);
    const after = await read();
    const values = { description: 'One line, and another one.', tags: 'craft, fabrics, khadi', updated: '2026-11-30' };
    expect(after.values).toEqual({ ...before.values, ...values });
    const [article] = (await publishedSummaries(shop)).filter(({ slug }) => slug === KHADI.file);
    expect(article).toMatchObject({ description: values.description, tags: ['craft', 'fabrics', 'khadi'] });
    expect(await save({ updated: '', products: '' })).toBe(true);
    expect((await read()).values).toMatchObject({ updated: '', products: '' });
    const entries = await auditEntries();
    expect(entries).toMatchObject([
      { action: 'save content', actor_name: 'Asha', record_id: 'blog/how-khadi-is-spun' },
      { action: 'save content', actor_name: 'Asha' },
    ]);
    expect(JSON.parse(entries[0]?.after_json ?? '')).toMatchObject({ description: values.description, version: 1 });
    // A change is not stored without its audit entry.
    await db.write.schema.alterTable('audit_entry').renameTo('audit_entry_away').execute();
    await expect(save({ title: 'Lost' })).rejects.toThrow();
    await db.write.schema.alterTable('audit_entry_away').renameTo('audit_entry').execute();
    expect(await versions()).toBe(2);
  });

  test('are not saved if a field is invalid, and each such field is named', async () => {
    const { save, versions, auditEntries } = await setUp();
    const invalid = { title: 'x', date: '5 May', tags: '' };
    await expect(save(invalid)).rejects.toMatchObject({
      code: 'invalid',
      fields: {
        title: expect.stringContaining('Title must have at least 3 characters'),
        date: expect.any(String),
        tags: expect.any(String),
      },
    });
    await expect(save({ image: 'blog/none.avif' })).rejects.toMatchObject({ fields: { image: expect.any(String) } });
    await expect(save({ body: 'Fine.\r\n\r\n{{shop.nmae}}' })).rejects.toMatchObject({
      fields: { body: expect.stringContaining('Line 3: there is no placeholder {{shop.nmae}}') },
    });
    await expect(save({ publishAt: '2026-02-30T10:00' })).rejects.toMatchObject({
      fields: { publishAt: expect.stringContaining('Publish at must be a day and time') },
    });
    await expect(save({ order: 'first' }, DELIVERY)).rejects.toMatchObject({ fields: { order: expect.any(String) } });
    await expect(save({ title: 'A --- line ---', description: 'Its end is a line of dashes ---' })).resolves.toBe(true);
    expect([await versions(), (await auditEntries()).length]).toEqual([1, 1]);
  });

  test('refuse a form that was opened before somebody else saved', async () => {
    const { shop, asAsha, read, save } = await setUp();
    await save({ title: 'The first editor' });
    const conflict = { code: 'conflict', fields: { version: expect.any(String) } };
    await expect(save({ title: 'The second editor' }, KHADI, 0)).rejects.toMatchObject(conflict);
    for (const change of [hideText, showText, revertText])
      await expect(asAsha(() => change(shop, { ...KHADI, version: 0 }))).rejects.toMatchObject(conflict);
    await expect(asAsha(() => restoreText(shop, { ...KHADI, version: 0, earlier: 1 }))).rejects.toMatchObject(conflict);
    expect((await read()).values.title).toBe('The first editor');
    const results = await Promise.allSettled([save({ title: 'One of two' }), save({ title: 'Two of two' })]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: conflict });
  });

  test('keep all versions with their authors, and can be restored to any of them', async () => {
    const { db, shop, asAsha, read, save, auditEntries } = await setUp();
    for (const title of ['First title', 'Second title', 'Third title']) await save({ title });
    const history = await textHistory(shop, KHADI, 1);
    expect(history.versions.map(({ version, author, isEarlier }) => [version, author, isEarlier])).toEqual([
      [3, 'Asha', false],
      [2, 'Asha', true],
      [1, 'Asha', true],
    ]);
    expect(history.compared?.difference).toEqual(['title: "Third title" → "First title"']);
    await asAsha(() => restoreText(shop, { ...KHADI, version: 3, earlier: 1 }));
    expect((await read()).values.title).toBe('First title');
    expect((await textHistory(shop, KHADI, 0)).compared?.hasText).toBe(true);
    await asAsha(() => revertText(shop, { ...KHADI, version: 4 }));
    expect(await read()).toMatchObject({ isOwn: false, version: 5, title: 'How khadi is spun' });
    await asAsha(() => restoreText(shop, { ...KHADI, version: 5, earlier: 2 }));
    expect((await read()).values.title).toBe('Second title');
    await expect(asAsha(() => restoreText(shop, { ...KHADI, version: 6, earlier: 9 }))).rejects.toMatchObject({
      code: 'not_found',
    });
    const actions = (await auditEntries()).map(({ action }) => action);
    expect(actions.slice(3)).toEqual(['restore content', 'revert content', 'restore content']);
    expect(contentOf(db).own.get('blog/how-khadi-is-spun')?.version).toBe(6);
  });

  test('stay hidden while they are edited, and policies are never hidden', async () => {
    const { shop, asAsha, read, save, shown } = await setUp();
    await publish(shop, changesToHide(shop, CONTENT_DOCUMENTS, 'blog/how-khadi-is-spun').changes);
    expect(await save({})).toBe(false);
    await save({ title: 'Written in the meantime' });
    expect([(await read()).state, (await shown()).includes(KHADI.file)]).toEqual(['hidden', false]);
    await asAsha(() => showText(shop, { ...KHADI, version: 2 }));
    expect((await publishedSummaries(shop)).map(({ name }) => name)).toContain('Written in the meantime');
    const policy = { folder: 'policies', file: 'privacy-policy' } as const;
    await expect(asAsha(() => hideText(shop, { ...policy, version: 0 }))).rejects.toMatchObject({ code: 'refused' });
  });

  test('are created with an address from the title, which is refused if it is taken', async () => {
    const { shop, asAsha, create, read, shown } = await setUp();
    expect(await create()).toEqual({ folder: 'blog', file: 'winter-colours' });
    expect((await shown())[0]).toBe('winter-colours');
    const taken = { code: 'invalid', fields: { address: expect.stringContaining('/blogs/winter-colours') } };
    await expect(create()).rejects.toMatchObject(taken);
    await expect(create({ title: 'सर्दी के रंग' })).rejects.toMatchObject({ fields: { address: expect.any(String) } });
    expect(await create({ title: 'सर्दी के रंग', address: 'Winter colours 2' })).toMatchObject({
      file: 'winter-colours-2',
    });
    const draft = await create({ title: 'Not yet' }, true);
    expect([(await read(draft)).state, (await shown()).includes('not-yet')]).toEqual(['hidden', false]);
    await asAsha(() => revertText(shop, { ...draft, version: 1 }));
    expect((await read(draft)).state).toBe('deleted');
    await expect(create({ title: 'Not yet' })).rejects.toMatchObject({
      fields: { address: expect.stringContaining('deleted') },
    });
    await asAsha(() => restoreText(shop, { ...draft, version: 2, earlier: 1 }));
    expect(await shown()).toContain('not-yet');
    const category = { name: 'Delivery', order: '9', body: '## Where?\n\nEverywhere.' };
    const addCategory = (changes: object) =>
      asAsha(() => createText(shop, { folder: 'faq', isDraft: false }, { ...category, ...changes }));
    await expect(addCategory({})).rejects.toMatchObject({
      fields: { address: expect.stringContaining('/faq#delivery') },
    });
    expect(await addCategory({ name: 'Gift wrapping' })).toEqual({ folder: 'faq', file: 'gift-wrapping' });
    expect((await read({ folder: 'faq', file: 'gift-wrapping' })).values.slug).toBe('gift-wrapping');
  });

  test('get a new question at their end, but no question twice', async () => {
    const { shop, asAsha, read } = await setUp();
    const add = async (question: string) => {
      const { version } = await read(DELIVERY);
      await asAsha(() => addQuestion(shop, { ...DELIVERY, version, question, answer: 'By bicycle.' }));
    };
    await add('Who brings it?');
    expect((await read(DELIVERY)).values.body).toMatch(/\n\n## Who brings it\?\n\nBy bicycle\.$/);
    await expect(add('who brings it?')).rejects.toMatchObject({ fields: { question: expect.any(String) } });
  });

  test('are shown as readers will see them before they are saved', async () => {
    const { shop, read, versions } = await setUp();
    const { values } = await read();
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
    expect(await previewText(shop, policy, (await read(policy)).values)).toMatchObject({
      policy: { title: 'Privacy policy' },
    });
    await expect(previewText(shop, KHADI, { ...values, title: '' })).rejects.toMatchObject({
      fields: { title: expect.any(String) },
    });
    expect(await versions()).toBe(0);
  });

  test('appear at their scheduled time, also on pages that were cached before', async () => {
    const { db, shop, clock, create, read, shown } = await setUp();
    const watch = scheduledContentWatch(shop);
    await watch();
    const name = await create({ publishAt: '2026-12-01T09:30' });
    expect(await read(name)).toMatchObject({ state: 'scheduled', publishAt: NOW + 30 * MINUTE_MS });
    const before = await latestInvalidationId(db);
    clock.at = NOW + 30 * MINUTE_MS - 1;
    await watch();
    expect([await shown(), await searchArticles(shop, 'winter colours'), await latestInvalidationId(db)]).toEqual([
      expect.not.arrayContaining([name.file]),
      [],
      before,
    ]);
    clock.at += 1;
    await watch();
    await watch();
    expect([(await shown())[0], (await searchArticles(shop, 'winter colours'))[0]?.slug]).toEqual([
      name.file,
      name.file,
    ]);
    expect(await latestInvalidationId(db)).toBe(before + 1);
    expect((await read(name)).state).toBe('shown');
    // A shop that was stopped when an article was due invalidates its pages once after the start.
    await create({ title: 'Later', publishAt: '2026-12-01T12:00' });
    clock.at = NOW + 300 * MINUTE_MS;
    const saved = await latestInvalidationId(db);
    await scheduledContentWatch(shop)();
    await scheduledContentWatch(shop)();
    expect(await latestInvalidationId(db)).toBe(saved + 1);
  });
});
