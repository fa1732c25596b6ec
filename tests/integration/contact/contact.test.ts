import { expect, test } from 'vitest';
import { countContact, createContact } from '#lib/contact/contact.server.ts';
import { networksOf } from '#lib/platform/http/network.ts';
import { readSettings } from '#lib/platform/settings.server.ts';
import { CONTACT_MESSAGE } from '#support/contact-message.ts';
import { onBothEngines } from '#support/database.ts';
import { shippedSettings } from '#support/shipped-content.ts';

const INPUT = {
  ...CONTACT_MESSAGE,
  content: "Robert'); drop table contact_message;--\nक्या आप रंगते हैं?",
};

onBothEngines('a contact message', (open) => {
  test('is kept as it was written, under an id of its own', async () => {
    const db = await open();
    const shop = { db, now: () => 1_771_000_000_000 };
    const first = await createContact(shop, INPUT);
    const second = await createContact(shop, INPUT);
    expect(first).not.toBe(second);
    expect(first.length).toBeGreaterThanOrEqual(22);
    const row = await db.write.selectFrom('contact_message').selectAll().where('id', '=', first).executeTakeFirst();
    expect(row).toEqual({ id: first, ...INPUT, created_at: 1_771_000_000_000 });
  });

  test('is mailed to the owner, who answers by answering the mail', async () => {
    const db = await open();
    await createContact({ db, now: () => 1_771_000_000_000 }, INPUT);
    const [mail, ...more] = await db.write.selectFrom('outbox').selectAll().execute();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to_address: shippedSettings.address.email, kind: 'contact' });
    expect(mail?.text).toContain(INPUT.content);
    expect(JSON.parse(mail?.headers_json ?? '')).toEqual({ 'Reply-To': INPUT.email });
  });

  test('comes only so often from one network, which has its codes apart from them', async () => {
    const db = await open();
    const shop = { db, settings: readSettings({ MAILS_AN_HOUR: '2' }), now: () => 1_771_000_000_000 };
    for (let count = 0; count < 2; count++) await countContact(shop, networksOf('203.0.113.7'));
    await expect(countContact(shop, networksOf('203.0.113.7'))).rejects.toMatchObject({ code: 'too_many' });
    await countContact(shop, networksOf('203.0.113.8'));
  });
});
