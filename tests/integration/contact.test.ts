import { expect, test } from 'vitest';
import { createContact } from '#lib/support/contact.server.ts';
import { onBothEngines } from '../support/database.ts';

const INPUT = {
  name: 'Asha Rao',
  mobile: '9876543210',
  email: 'asha@example.in',
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
});
