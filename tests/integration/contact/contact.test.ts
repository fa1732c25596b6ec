import { expect, test } from 'vitest';
import { countContactMessage, createContactMessage } from '#lib/customers/contact/contact.server.ts';
import { contactMessages } from '#lib/customers/contact/contact-admin.server.ts';
import { eraseMessagesFrom } from '#lib/customers/contact/erase-messages.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { CONTACT_MESSAGE } from '#support/contact-message.ts';
import { onBothEngines } from '#support/database.ts';
import { demoSettings } from '#support/demo-content.ts';
import { mailingFixture } from '#support/mailing-fixture.ts';

const INPUT = {
  ...CONTACT_MESSAGE,
  content: "Robert'); drop table contact_message;--\nक्या आप रंगते हैं?",
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

onBothEngines('a contact message', (open) => {
  test('is stored as written, under a unique id', async () => {
    const db = await open();
    const shop = { db, now: () => 1_771_000_000_000 };
    const firstId = await createContactMessage(shop, INPUT);
    const secondId = await createContactMessage(shop, INPUT);
    expect(firstId).not.toBe(secondId);
    expect(firstId.length).toBeGreaterThanOrEqual(22);
    const row = await db.write.selectFrom('contact_message').selectAll().where('id', '=', firstId).executeTakeFirst();
    expect(row).toMatchObject({ id: firstId, ...INPUT, created_at: 1_771_000_000_000, state: 'new', answer: null });
  });

  test('is emailed to the owner, with the sender’s address for replies', async () => {
    const db = await open();
    await createContactMessage({ db, now: () => 1_771_000_000_000 }, INPUT);
    const [mail, ...otherMails] = await db.write.selectFrom('outbox').selectAll().execute();
    expect(otherMails).toEqual([]);
    expect(mail).toMatchObject({ to_address: demoSettings.address.email, kind: 'contact' });
    expect(mail?.text).toContain(INPUT.content);
    expect(JSON.parse(mail?.headers_json ?? '')).toEqual({ 'Reply-To': INPUT.email });
  });

  test('from each of 150 networks is stored, and included in one of at most seven emails', async () => {
    const db = await open();
    const { server, clock, sendRound } = await mailingFixture(db);
    const shop = { db, settings: readSettings({}), now: () => clock.at };
    for (let n = 0; n < 150; n++) {
      await countContactMessage(shop, networksOf(`198.51.100.${n}`));
      const writer = {
        ...INPUT,
        email: `writer${n}@example.in`,
        name: `Writer ${LETTERS[n % 26]}`,
        content: `No. ${n}.`,
      };
      await createContactMessage(shop, writer);
      if (n % 30 === 29) {
        clock.at += 1_000;
        await sendRound();
      }
    }
    const storedMessages = await db.write.selectFrom('contact_message').select('content').execute();
    expect(storedMessages).toHaveLength(150);
    const sentMails = () => server.accepted.filter(({ to }) => to === demoSettings.address.email);
    expect(sentMails().length).toBeLessThanOrEqual(6);
    clock.at += HOUR_MS;
    await sendRound();
    expect(sentMails().length).toBeLessThanOrEqual(7);
    const text = sentMails()
      .map(({ raw }) => raw.replaceAll('=\r\n', ''))
      .join('\n');
    for (let n = 0; n < 150; n++) expect(text).toContain(`No. ${n}.`);
    expect(text).not.toContain('Reply-To');
    const messages = await contactMessages(db, clock.at, 1);
    expect(messages.map(({ content }) => content).sort()).toEqual(storedMessages.map(({ content }) => content).sort());
  });

  test('from a deleted account is deleted, also from an email with several messages', async () => {
    const db = await open();
    const { server, clock, sendRound } = await mailingFixture(db);
    const shop = { db, now: () => clock.at };
    const sendMessage = (email: string, content: string) => createContactMessage(shop, { ...INPUT, email, content });
    for (const n of [1, 2, 3]) await sendMessage(`o${n}@example.in`, `Other ${n}.`);
    await sendMessage('a_a@example.in', 'Secret one.');
    await sendRound();
    for (const n of [4, 5, 6]) await sendMessage(`o${n}@example.in`, `Other ${n}.`);
    await sendMessage('a_a@example.in', 'Secret two.');
    await sendMessage('aXa@example.in', 'Other 7.');
    await transaction(db, (tx) => eraseMessagesFrom(tx, 'a_a@example.in'));
    const storedText = JSON.stringify([
      await db.write.selectFrom('outbox').selectAll().execute(),
      await db.write.selectFrom('contact_message').selectAll().execute(),
    ]);
    expect(storedText).not.toMatch(/Secret|a_a@/);
    for (let n = 1; n <= 7; n++) expect(storedText).toContain(`Other ${n}.`);
    expect(server.accepted).toHaveLength(1);
  });

  test('is rate-limited per network', async () => {
    const db = await open();
    const shop = { db, settings: readSettings({ MAILS_AN_HOUR: '2' }), now: () => 1_771_000_000_000 };
    for (let count = 0; count < 2; count++) await countContactMessage(shop, networksOf('203.0.113.7'));
    await expect(countContactMessage(shop, networksOf('203.0.113.7'))).rejects.toMatchObject({ code: 'too_many' });
    await countContactMessage(shop, networksOf('203.0.113.8'));
  });
});
