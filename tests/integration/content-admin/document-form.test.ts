import { expect, test } from 'vitest';
import { COLORS } from '#lib/catalog/products/colors.schema.ts';
import { SEARCH_WORDS } from '#lib/catalog/search/search-words.schema.ts';
import {
  CHECK,
  type DocumentForm,
  openForm,
  SAVE,
  submitForm,
} from '#lib/content/admin/settings/document-form.server.ts';
import { documentParts, pageOfPart } from '#lib/content/admin/settings/document-parts.server.ts';
import { SETTINGS_PAGES, settingsPage } from '#lib/content/admin/settings/settings-pages.server.ts';
import { SIZE_GUIDE } from '#lib/content/content/size-guide.schema.ts';
import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { onBothEngines } from '#support/database.ts';
import { sentFields } from '#support/flat-form.ts';

const ASHA = { kind: 'staff', id: 'asha', name: 'Asha', origin: 'web' } as const;

onBothEngines('a document in the admin', (open) => {
  async function setUp(slug: string, part?: string) {
    const db = await open();
    let at = 1_000;
    const shop = { db, now: () => at++ };
    const fullPage = settingsPage(slug);
    const page = fullPage && part !== undefined ? pageOfPart(shop, fullPage, part) : fullPage;
    if (!page) throw new Error(`There is no page ${slug}.`);
    const submit = (form: DocumentForm, edits: Record<string, string>, button: string) => {
      const fields = { ...sentFields(form.root, form.tree), ...edits };
      const submission = { button, version: form.version, seenHash: form.checkedChanges?.hash ?? '', fields };
      return runAs(ASHA, () => submitForm(shop, page, submission));
    };
    const readForm = async (result: ReturnType<typeof submit>) => {
      const form = await result;
      if (!form) throw new Error('The document was saved.');
      return form;
    };
    const setAsOther = (field: string, value: string, document: ContentDocument<unknown> = SETTINGS) =>
      setFields(shop, document, { [field]: value });
    const readAuditEntries = async () =>
      (await readAudit(db, { record: { kind: 'content', id: page.document.path } })).entries;
    return { db, shop, page, submit, readForm, setAsOther, readAuditEntries, openedForm: await openForm(shop, page) };
  }

  test('is saved only after its changes were shown, and only the changed fields are stored', async () => {
    const { db, submit, readForm, openedForm, readAuditEntries } = await setUp('shop');
    const edits = { name: 'Kora & Kin', 'address.mobile': '+91 98470 12345' };
    const uncheckedForm = await readForm(submit(openedForm, edits, SAVE));
    expect(uncheckedForm.message).toBe('Please look at the changes, then save them.');
    const checkedForm = await readForm(submit(openedForm, edits, CHECK));
    expect(checkedForm.checkedChanges?.lines).toEqual([
      'Name of the shop: “Taana” → “Kora & Kin”',
      'Contact, Mobile for customers: “9876543210” → “+91 98470 12345”',
    ]);
    const changedAfterwards = await readForm(submit(checkedForm, { ...edits, name: 'Kora' }, SAVE));
    expect(changedAfterwards.checkedChanges?.lines[0]).toBe('Name of the shop: “Taana” → “Kora”');
    expect(contentOf(db).ownTexts.size).toBe(0);

    expect(await submit(checkedForm, edits, SAVE)).toBe(undefined);
    const storedFields = JSON.parse(contentOf(db).ownTexts.get('settings')?.body ?? '');
    expect(storedFields).toEqual({ name: 'Kora & Kin', address: { mobile: '+91 98470 12345' } });
    expect(contentOf(db).of(SETTINGS)).toMatchObject({ name: 'Kora & Kin', address: { mobile: '9847012345' } });
    expect((await readAuditEntries()).map(({ actor, action, changes }) => [actor, action, changes[0]])).toEqual([
      ['Asha', 'save content', { field: 'name', before: 'Taana', after: 'Kora & Kin' }],
    ]);
  });

  test('is not changed if it is saved without edits, on any page', async () => {
    const { db, shop } = await setUp('shop');
    const parts = SETTINGS_PAGES.flatMap((page) =>
      page.hasParts ? documentParts(shop, page).map(({ name }) => pageOfPart(shop, page, name)) : [page],
    );
    for (const page of parts) {
      if (!page) throw new Error('A part has no page.');
      const { root, tree, version } = await openForm(shop, page);
      const submission = { button: SAVE, version, seenHash: '', fields: sentFields(root, tree) };
      expect(await submitForm(shop, page, submission)).toMatchObject({
        status: 200,
        message: expect.stringContaining('There are no changes'),
      });
    }
    expect(contentOf(db).ownTexts.size).toBe(0);
  });

  test('shows each error at its field, keeps the entered values, and is not saved', async () => {
    const { db, submit, readForm, openedForm, readAuditEntries } = await setUp('tax');
    const rejectedForm = await readForm(
      submit(openedForm, { gstin: '36AAZCT0000K1Z7', 'numbers.creditNote': 'TA' }, SAVE),
    );
    expect(rejectedForm).toMatchObject({
      status: 422,
      tree: { gstin: '36AAZCT0000K1Z7', numbers: { creditNote: 'TA' } },
    });
    expect(rejectedForm.errors).toEqual({
      gstin: '36AAZCT0000K1Z7 has a typing mistake: its last character does not match the others.',
      'numbers.creditNote': 'Credit notes must differ from that of invoices, as each has a series of its own.',
    });
    expect(contentOf(db).ownTexts.size).toBe(0);
    expect(await readAuditEntries()).toEqual([]);
  });

  test('reports a missing day of a holiday at its field', async () => {
    const { submit, readForm, openedForm } = await setUp('holidays');
    const formWithRow = await readForm(submit(openedForm, {}, 'add closings'));
    expect((await readForm(submit(formWithRow, {}, CHECK))).errors).toEqual({
      'closings.0.from': 'First day is missing.',
      'closings.0.to': 'Last day is missing.',
    });
    const incompleteForm = await readForm(submit(formWithRow, { 'closings.0.from': '2026-11-07' }, CHECK));
    expect(incompleteForm.errors).toEqual({ 'closings.0.to': 'Last day is missing.' });
  });

  test('that somebody else saved in the meantime is not overwritten; the form shows both values', async () => {
    const { db, submit, readForm, setAsOther, openedForm } = await setUp('shop');
    await setAsOther('name', 'Theirs');
    await setAsOther('tagline', 'Their words.');
    const conflict = await readForm(submit(openedForm, { name: 'Mine' }, SAVE));
    expect(conflict).toMatchObject({
      status: 409,
      tree: { name: 'Mine', tagline: 'Their words.' },
      savedTree: { name: 'Theirs' },
      concurrentChanges: [
        'Name of the shop: “Taana” → “Theirs”',
        'Tagline: “Cloth first, clothes after.” → “Their words.”',
      ],
    });
    expect(contentOf(db).of(SETTINGS).name).toBe('Theirs');
    const checkedForm = await readForm(submit(conflict, {}, CHECK));
    expect(checkedForm.checkedChanges?.lines).toEqual(['Name of the shop: “Theirs” → “Mine”']);
    expect(await submit(checkedForm, {}, SAVE)).toBe(undefined);
    expect(contentOf(db).of(SETTINGS)).toMatchObject({ name: 'Mine', tagline: 'Their words.' });
  });

  test('is saved only for one of two people who save it at the same time', async () => {
    const { db, submit, readForm, openedForm } = await setUp('shop');
    const forms = await Promise.all(['One', 'Two'].map((name) => readForm(submit(openedForm, { name }, CHECK))));
    const results = await Promise.all(
      forms.map((form, index) => submit(form, { name: ['One', 'Two'][index] ?? '' }, SAVE)),
    );
    expect(results.filter((result) => result === undefined)).toHaveLength(1);
    expect(results.find((result) => result !== undefined)).toMatchObject({ status: 409 });
    expect(contentOf(db).ownTexts.get('settings')?.version).toBe(1);
  });

  test('has rows that can be added and moved before it is saved', async () => {
    const { db, submit, readForm, openedForm } = await setUp('delivery');
    const formWithRow = await readForm(submit(openedForm, {}, 'add zones'));
    const formWithErrors = await readForm(submit(formWithRow, {}, CHECK));
    expect(formWithErrors.errors).toMatchObject({
      'zones.4.name': 'Name is empty.',
      'zones.4.pricePaise': 'Price ₹ is missing.',
    });
    const zone = { 'zones.4.name': 'Pune', 'zones.4.prefixes': '411, 412', 'zones.4.pricePaise': '45.50' };
    const zoneFields = {
      ...zone,
      'zones.4.days.0': '2',
      'zones.4.days.1': '4',
      'zones.4.cod': 'yes',
      'zones.4.codFeePaise': '0',
    };
    const formWithMovedRow = await readForm(submit(formWithErrors, zoneFields, 'up zones.4'));
    const checkedForm = await readForm(submit(formWithMovedRow, {}, CHECK));
    expect(checkedForm.checkedChanges?.lines).toEqual([
      'Zones, zone 4: added Name “Pune”, Pincodes that begin with “411”, “412”, Price ₹ 45.5, Fewest days 2, Most days 4, Cash on delivery yes, Extra for cash ₹ 0',
    ]);
    expect(await submit(checkedForm, {}, SAVE)).toBe(undefined);
    const { zones } = contentOf(db).of(DELIVERY);
    expect(zones.map(({ name }) => name)).toEqual(['Hyderabad', 'South India', 'Far places', 'Pune', 'Rest of India']);
    expect(zones[3]).toMatchObject({ prefixes: ['411', '412'], pricePaise: 4_550, days: [2, 4], cod: true });
    expect(zones[4]?.prefixes).toEqual(['']);
  });

  test('with a size table has a field for each column, also for a new one', async () => {
    const { db, submit, readForm, openedForm } = await setUp('size-guide', 'men');
    const formWithRow = await readForm(submit(openedForm, { 'men.rows.0.chest': '86-90' }, 'add men.columns'));
    const edits = { 'men.columns.5.label': 'Sleeve', 'men.columns.5.unit': 'cm' };
    const formWithColumn = await readForm(
      submit(formWithRow, { ...edits, 'men.rows.0.column6': '61.5', 'men.rows.0.collar': '' }, CHECK),
    );
    expect(formWithColumn.checkedChanges?.lines).toEqual([
      'Men, Columns, column 6: added Heading “Sleeve”, Unit cm',
      'Men, Rows, row 1, Chest, cm: 86–91 → 86–90',
      'Men, Rows, row 1, Collar, cm: removed 36–37',
      'Men, Rows, row 1, Sleeve, cm: added 61.5',
    ]);
    expect(await submit(formWithColumn, {}, SAVE)).toBe(undefined);
    const { rows, columns } = contentOf(db).of(SIZE_GUIDE).men;
    expect(rows.slice(0, 2)).toMatchObject([
      { size: 'XS', chest: [86, 90], waist: [71, 76], collar: null, column6: 61.5 },
      { size: 'S', chest: [91, 96], column6: null },
    ]);
    expect(columns.map(({ key }) => key)).toEqual(['size', 'chest', 'waist', 'shoulder', 'collar', 'column6']);
  });

  test('with search words keeps the lines that somebody else added, and shows an error at its line', async () => {
    const { db, submit, readForm, openedForm, setAsOther } = await setUp('search-words', 'persons');
    const { persons } = contentOf(db).of(SEARCH_WORDS);
    const lineCount = persons.length;
    await setAsOther('persons', JSON.stringify([...persons, 'dost, friend']), SEARCH_WORDS);
    const formWithRow = await readForm(submit(openedForm, {}, 'add persons'));
    const edits = { [`persons.${lineCount}.value`]: 'Amma' };
    const conflict = await readForm(submit(formWithRow, edits, CHECK));
    expect(conflict.concurrentChanges).toEqual([`Persons, line ${lineCount + 1}: added “dost, friend”`]);
    const invalidForm = await readForm(submit(conflict, {}, CHECK));
    expect(invalidForm.errors).toEqual({
      [`persons.${lineCount}.value`]: expect.stringContaining('Write words that mean the same'),
    });
    const checkedForm = await readForm(submit(invalidForm, { [`persons.${lineCount}.value`]: 'Amma, Mother' }, CHECK));
    expect(await submit(checkedForm, {}, SAVE)).toBe(undefined);
    expect(contentOf(db).of(SEARCH_WORDS).persons.slice(lineCount)).toEqual(['amma, mother', 'dost, friend']);
  });

  test('with colours allows words to be removed and colours renamed, and merges two people’s additions', async () => {
    const { db, submit, readForm, openedForm, setAsOther, readAuditEntries } = await setUp('colors', 'Gold');
    const colorsBefore = contentOf(db).of(COLORS);
    await setAsOther('Gold.harvest', '"#d8b878"', COLORS);
    const count = Object.keys(colorsBefore.Gold ?? {}).length;
    const formWithRow = await readForm(submit(openedForm, {}, 'add value'));
    const edits = { [`value.${count}.name`]: 'navy', [`value.${count}.value`]: '#c9a24c' };
    const conflict = await readForm(submit(formWithRow, edits, CHECK));
    expect(conflict).toMatchObject({ status: 409, concurrentChanges: ['Gold, harvest: added #d8b878'] });
    const duplicateForm = await readForm(submit(conflict, { [`value.${count}.name`]: 'harvest' }, CHECK));
    expect(duplicateForm.errors).toEqual({ [`value.${count + 1}.name`]: 'Word is already in the list.' });
    const formWithoutRow = await readForm(submit(conflict, {}, 'remove value.0'));
    const [word = '', hex] = Object.entries(colorsBefore.Gold ?? {})[0] ?? [];
    const renamedForm = await readForm(submit(formWithoutRow, { name: 'Sona' }, CHECK));
    expect(renamedForm.errors).toEqual({});
    expect(renamedForm.checkedChanges?.lines).toContain(`Gold, ${word}: removed ${hex}`);
    expect(renamedForm.checkedChanges?.lines).toContain('Sona, navy: added #c9a24c');
    expect(await submit(renamedForm, { name: 'Sona' }, SAVE)).toBe(undefined);
    const { Sona, Gold, Blue } = contentOf(db).of(COLORS);
    expect(Sona).toMatchObject({ navy: '#c9a24c', harvest: '#d8b878' });
    expect(Gold).toEqual({ [word]: null });
    expect(Blue).not.toHaveProperty('navy');
    expect((await readAuditEntries())[0]).toMatchObject({ actor: 'Asha', action: 'save content' });
  });

  test('with colours that somebody else renamed in the meantime keeps the entered values', async () => {
    const { db, shop, page, submit, readForm, openedForm } = await setUp('colors', 'Gold');
    const renamedForm = await readForm(submit(openedForm, { name: 'Sona' }, CHECK));
    await submit(renamedForm, { name: 'Sona' }, SAVE);
    const laterPage = pageOfPart(shop, settingsPage('colors') ?? page, 'Gold', { isSubmitted: true });
    expect(laterPage?.title).toBe(page.title);
    const word = { 'value.0.value': '#c9a24c' };
    const conflict = await readForm(submit(openedForm, word, CHECK));
    expect(conflict).toMatchObject({ status: 409, page: { part: 'Gold' } });
    expect(conflict.concurrentChanges).not.toEqual([]);
    expect(sentFields(conflict.root, conflict.tree)).toMatchObject(word);
    const { Gold = {}, Sona = {} } = contentOf(db).of(COLORS);
    expect([...Object.values(Gold ?? {}), ...Object.values(Sona ?? {})]).not.toContain('#c9a24c');
  });
});
