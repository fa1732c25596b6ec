import { expect, test } from 'vitest';
import {
  CHECK,
  type DocumentForm,
  openForm,
  SAVE,
  submitForm,
} from '#lib/content/desk/settings/document-form.server.ts';
import { SETTINGS_PAGES, settingsPage } from '#lib/content/desk/settings/settings-pages.server.ts';
import { setField } from '#lib/content/publishing/settings-commands.server.ts';
import { acting } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { onBothEngines } from '#support/database.ts';
import { sentFields } from '#support/flat-form.ts';

const ASHA = { kind: 'staff', id: 'asha', name: 'Asha', origin: 'web' } as const;

onBothEngines('a document in the admin', (open) => {
  async function begin(slug: string) {
    const db = await open();
    let at = 1_000;
    const shop = { db, now: () => at++ };
    const page = settingsPage(slug);
    if (!page) throw new Error(slug);
    const send = (form: DocumentForm, typed: Record<string, string>, button: string) => {
      const fields = { ...sentFields(form.root, form.tree), ...typed };
      const sent = { button, version: form.version, seen: form.checked?.seen ?? '', fields };
      return acting(ASHA, () => submitForm(shop, page, sent));
    };
    const shown = async (result: ReturnType<typeof send>) => {
      const form = await result;
      if (!form) throw new Error('It was saved.');
      return form;
    };
    const other = (field: string, value: string) => setField(shop, SETTINGS, { field, value, when: () => undefined });
    const audit = async () => (await readAudit(db, { record: { kind: 'content', id: page.document.path } })).entries;
    return { db, shop, page, send, shown, other, audit, first: await openForm(shop, page) };
  }

  test('is saved after its changes were shown, and only the changed fields are stored', async () => {
    const { db, send, shown, first, audit } = await begin('shop');
    const typed = { name: 'Kora & Kin', 'address.mobile': '+91 98470 12345' };
    const unseen = await shown(send(first, typed, SAVE));
    expect(unseen.message).toBe('Please look at the changes, then save them.');
    const checked = await shown(send(first, typed, CHECK));
    expect(checked.checked?.lines).toEqual([
      'name: "Taana" → "Kora & Kin"',
      'address.mobile: "9876543210" → "+91 98470 12345"',
    ]);
    const changedAfterwards = await shown(send(checked, { ...typed, name: 'Kora' }, SAVE));
    expect(changedAfterwards.checked?.lines[0]).toBe('name: "Taana" → "Kora"');
    expect(contentOf(db).own.size).toBe(0);

    expect(await send(checked, typed, SAVE)).toBe(undefined);
    const stored = JSON.parse(contentOf(db).own.get('settings')?.body ?? '');
    expect(stored).toEqual({ name: 'Kora & Kin', address: { mobile: '+91 98470 12345' } });
    expect(contentOf(db).of(SETTINGS)).toMatchObject({ name: 'Kora & Kin', address: { mobile: '9847012345' } });
    expect((await audit()).map(({ actor, action, changes }) => [actor, action, changes[0]])).toEqual([
      ['Asha', 'save content', { field: 'name', before: 'Taana', after: 'Kora & Kin' }],
    ]);
  });

  test('changes nothing when it was not touched, on every page', async () => {
    const { db, shop } = await begin('shop');
    for (const page of SETTINGS_PAGES) {
      const { root, tree, version } = await openForm(shop, page);
      const sent = { button: SAVE, version, seen: '', fields: sentFields(root, tree) };
      expect(await submitForm(shop, page, sent)).toMatchObject({
        status: 200,
        message: expect.stringContaining('Nothing differs'),
      });
    }
    expect(contentOf(db).own.size).toBe(0);
  });

  test('shows each mistake at its field, keeps what was typed, and saves nothing', async () => {
    const { db, send, shown, first, audit } = await begin('tax');
    const refused = await shown(send(first, { gstin: '36AAZCT0000K1Z7', 'numbers.creditNote': 'TA' }, SAVE));
    expect(refused).toMatchObject({ status: 422, tree: { gstin: '36AAZCT0000K1Z7', numbers: { creditNote: 'TA' } } });
    expect(refused.mistakes).toEqual({
      gstin: '36AAZCT0000K1Z7 has a typing mistake: its last character does not fit the others.',
      'numbers.creditNote': 'Credit notes must differ from that of invoices, as each has a series of its own.',
    });
    expect(contentOf(db).own.size).toBe(0);
    expect(await audit()).toEqual([]);
  });

  test('that somebody else saved meanwhile is not overwritten, and shows both values', async () => {
    const { db, send, shown, other, first } = await begin('shop');
    await other('name', 'Theirs');
    await other('tagline', 'Their words.');
    const conflict = await shown(send(first, { name: 'Mine' }, SAVE));
    expect(conflict).toMatchObject({
      status: 409,
      tree: { name: 'Mine', tagline: 'Their words.' },
      saved: { name: 'Theirs' },
      meanwhile: ['name: "Taana" → "Theirs"', 'tagline: "Cloth first, clothes after." → "Their words."'],
    });
    expect(contentOf(db).of(SETTINGS).name).toBe('Theirs');
    const checked = await shown(send(conflict, {}, CHECK));
    expect(checked.checked?.lines).toEqual(['name: "Theirs" → "Mine"']);
    expect(await send(checked, {}, SAVE)).toBe(undefined);
    expect(contentOf(db).of(SETTINGS)).toMatchObject({ name: 'Mine', tagline: 'Their words.' });
  });

  test('has one winner when two people save at once', async () => {
    const { db, send, shown, first } = await begin('shop');
    const forms = await Promise.all(['One', 'Two'].map((name) => shown(send(first, { name }, CHECK))));
    const results = await Promise.all(forms.map((form, at) => send(form, { name: ['One', 'Two'][at] ?? '' }, SAVE)));
    expect(results.filter((result) => result === undefined)).toHaveLength(1);
    expect(results.find((result) => result !== undefined)).toMatchObject({ status: 409 });
    expect(contentOf(db).own.get('settings')?.version).toBe(1);
  });

  test('has rows that are added, moved and removed before they are saved', async () => {
    const { db, send, shown, first } = await begin('delivery');
    const added = await shown(send(first, {}, 'add zones'));
    const empty = await shown(send(added, {}, CHECK));
    expect(empty.mistakes).toMatchObject({
      'zones.4.name': 'Name is empty.',
      'zones.4.pricePaise': 'Price ₹ is missing.',
    });
    const zone = { 'zones.4.name': 'Pune', 'zones.4.prefixes': '411, 412', 'zones.4.pricePaise': '45.50' };
    const more = {
      ...zone,
      'zones.4.days.0': '2',
      'zones.4.days.1': '4',
      'zones.4.cod': 'yes',
      'zones.4.codFeePaise': '0',
    };
    const moved = await shown(send(empty, more, 'up zones.4'));
    const checked = await shown(send(moved, {}, CHECK));
    expect(checked.checked?.lines).toEqual([
      expect.stringMatching(/^zones\.3: added \{"name":"Pune","prefixes":\["411"/),
    ]);
    expect(await send(checked, {}, SAVE)).toBe(undefined);
    const { zones } = contentOf(db).of(DELIVERY);
    expect(zones.map(({ name }) => name)).toEqual(['Hyderabad', 'South India', 'Far places', 'Pune', 'Rest of India']);
    expect(zones[3]).toMatchObject({ prefixes: ['411', '412'], pricePaise: 4_550, days: [2, 4], cod: true });
    expect(zones[4]?.prefixes).toEqual(['']);
  });
});
