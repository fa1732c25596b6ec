import { expect, test } from 'vitest';
import { customerActivity } from '#lib/admin/inbox/customer-activity.server.ts';
import { createContactMessage } from '#lib/customers/contact/contact.server.ts';
import {
  answerMessage,
  closeMessage,
  readMessage,
  reopenMessage,
} from '#lib/customers/contact/contact-admin.server.ts';
import { createReview, markReviewSeen, setReviewHidden } from '#lib/customers/reviews/write-reviews.server.ts';
import {
  addReply,
  appendReply,
  changeReply,
  deleteReply,
  savedReplies,
} from '#lib/customers/support/saved-replies.server.ts';
import { createTicket, replyToTicket } from '#lib/customers/support/ticket.server.ts';
import { answerTicket, closeTicket, reopenTicket, ticketForAdmin } from '#lib/customers/support/ticket-admin.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { CONTACT_MESSAGE } from '#support/contact-message.ts';
import { onBothEngines } from '#support/database.ts';
import { inboxFixture } from '#support/inbox-rows.ts';

const PRIYA = { kind: 'staff' as const, id: 's1', name: 'Priya', origin: '203.0.113.7, Chrome on Android' };
const CONFLICT = { code: 'conflict', fields: { version: expect.stringContaining('was changed in the meantime') } };
const INPUT = { subject: 'Late parcel', priority: 'high', message: 'It has not come.' } as const;

onBothEngines('in the inbox', (open) => {
  async function setUp() {
    const db = await open();
    const clock = { at: 1_771_000_000_000 };
    const settings = readSettings({ SITE_URL: 'https://taana.example' });
    const shop = { db, settings, files: {} as FileStore, now: () => clock.at++ };
    return { db, shop, add: await inboxFixture(db) };
  }
  const readActions = async (db: ShopDatabase) =>
    (await readAudit(db)).entries.map(({ action, record }) => [action, record.kind]).toReversed();
  const readMails = (db: ShopDatabase, address: string) =>
    db.write.selectFrom('outbox').select(['kind', 'text']).where('to_address', '=', address).execute();

  test('a ticket is answered, closed and reopened, with audit log entries, unless it has been changed', async () => {
    const { db, shop } = await setUp();
    const { _id, number } = await createTicket(shop, 'asha', INPUT, []);
    const { updated_at: oldVersion } = (await runAs(PRIYA, () => ticketForAdmin(shop, number))).ticket;
    await replyToTicket(shop, 'asha', { id: _id, message: 'It is here now.' }, []);
    await runAs(PRIYA, async () => {
      await expect(answerTicket(shop, number, 'It comes today.', oldVersion)).rejects.toMatchObject(CONFLICT);
      await expect(closeTicket(shop, number, oldVersion)).rejects.toMatchObject(CONFLICT);
      const readVersion = async () => (await ticketForAdmin(shop, number)).ticket.updated_at;
      await answerTicket(shop, number, 'Good!', await readVersion());
      await closeTicket(shop, number, await readVersion());
      await reopenTicket(shop, number, await readVersion());
    });
    const { ticket, messages } = await ticketForAdmin(shop, number);
    expect([ticket.state, messages.map(({ message }) => message)]).toEqual([
      'open',
      [INPUT.message, 'It is here now.', 'Good!'],
    ]);
    expect((await readActions(db)).map(([action]) => action)).toEqual([
      'read ticket',
      'answer ticket',
      'close ticket',
      'reopen ticket',
    ]);
    expect((await readMails(db, 'asha@example.in')).map(({ kind }) => kind).toSorted()).toEqual([
      'ticket_closed',
      'ticket_created',
      'ticket_reply',
    ]);
  });

  test('only one of two concurrent answers to the same version is sent', async () => {
    const { db, shop } = await setUp();
    const { number } = await createTicket(shop, 'asha', INPUT, []);
    const { updated_at } = (await ticketForAdmin(shop, number)).ticket;
    const results = await Promise.allSettled([
      answerTicket(shop, number, 'One.', updated_at),
      answerTicket(shop, number, 'Two.', updated_at),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const messages = await db.write.selectFrom('ticket_message').select('id').where('author', '=', 'shop').execute();
    expect(messages).toHaveLength(1);
  });

  test('a contact message is closed without an answer, reopened, and answered by email', async () => {
    const { db, shop } = await setUp();
    const id = await createContactMessage(shop, CONTACT_MESSAGE);
    await runAs(PRIYA, async () => {
      const { updated_at: firstVersion } = await readMessage(shop, id);
      await closeMessage(shop, { id, version: firstVersion });
      await expect(answerMessage(shop, { id, version: firstVersion, message: 'At ten.' })).rejects.toMatchObject(
        CONFLICT,
      );
      await reopenMessage(shop, { id, version: (await readMessage(shop, id)).updated_at });
      await answerMessage(shop, { id, version: (await readMessage(shop, id)).updated_at, message: 'At ten.' });
    });
    expect(await readMessage(shop, id)).toMatchObject({ state: 'answered', answer: 'At ten.' });
    const [mail] = await readMails(db, CONTACT_MESSAGE.email);
    expect(mail?.kind).toBe('contact_answer');
    expect(mail?.text).toContain('At ten.');
    expect(mail?.text).toContain(CONTACT_MESSAGE.content);
    expect(await readActions(db)).toEqual([
      ['read contact message', 'message'],
      ['close message', 'message'],
      ['reopen message', 'message'],
      ['answer message', 'message'],
    ]);
    await expect(readMessage(shop, 'none')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a review counts as new until staff have seen its current version', async () => {
    const { db, shop } = await setUp();
    const writeReview = (summary: string) =>
      createReview(shop, { rating: 2, summary, product: 'test-scarf' }, { id: 'asha', name: 'Asha Rao' });
    const readState = () =>
      db.write.selectFrom('review').select(['unseen', 'hidden', 'created_at', 'updated_at']).executeTakeFirstOrThrow();
    const { _id: id } = await writeReview('Thin.');
    const { created_at } = await readState();
    await writeReview('Thin, and late.');
    await runAs(PRIYA, async () => {
      await expect(markReviewSeen(shop, id, created_at)).rejects.toMatchObject(CONFLICT);
      await expect(setReviewHidden(shop, id, true, created_at)).rejects.toMatchObject(CONFLICT);
      expect(await readState()).toMatchObject({ unseen: 1, hidden: 0 });
      await markReviewSeen(shop, id, (await readState()).updated_at ?? 0);
      expect(await readState()).toMatchObject({ unseen: 0, hidden: 0 });
      await setReviewHidden(shop, id, true, (await readState()).updated_at ?? 0);
    });
    expect(await readState()).toMatchObject({ unseen: 0, hidden: 1 });
    await writeReview('It is fine.');
    expect(await readState()).toMatchObject({ unseen: 1, hidden: 1 });
    expect((await readActions(db)).map(([action]) => action)).toEqual(['mark review as seen', 'hide review']);
  });

  test('saved replies have unique names, are appended to messages, and are changed only in their current version', async () => {
    const { db, shop } = await setUp();
    await runAs(PRIYA, async () => {
      await addReply(shop, { name: 'Hours', text: 'We open at ten.' });
      await expect(addReply(shop, { name: 'Hours', text: 'x' })).rejects.toMatchObject({ code: 'conflict' });
      const [reply] = await savedReplies(db);
      const { id = '', updated_at: version = 0 } = reply ?? {};
      expect(await appendReply(db, { reply: id, message: '' })).toBe('We open at ten.');
      expect(await appendReply(db, { reply: id, message: 'Hello!\n' })).toBe('Hello!\n\nWe open at ten.');
      await changeReply(shop, { id, version, name: 'Opening hours', text: 'We open at nine.' });
      await expect(changeReply(shop, { id, version, name: 'x', text: 'y' })).rejects.toMatchObject(CONFLICT);
      await expect(deleteReply(shop, { id, version })).rejects.toMatchObject(CONFLICT);
      const [changedReply] = await savedReplies(db);
      expect(changedReply).toMatchObject({ name: 'Opening hours', text: 'We open at nine.' });
      await deleteReply(shop, { id, version: changedReply?.updated_at ?? 0 });
      await expect(appendReply(db, { reply: id, message: '' })).rejects.toMatchObject({ code: 'not_found' });
    });
    expect((await readActions(db)).map(([action]) => action)).toEqual([
      'add saved reply',
      'change saved reply',
      'delete saved reply',
    ]);
  });

  test('a ticket shows its customer’s orders, reviews and other tickets', async () => {
    const { db, add } = await setUp();
    await add.order('o1', { email: 'asha@example.in', created_at: 1 });
    await add.order('o2', { created_at: 2 });
    await add.order('o3', { created_at: 3, customer_id: 'asha' });
    await add.ticket('t1', { at: 1 });
    await add.ticket('t2', { at: 2 });
    await add.review('r1', { at: 3 });
    const activity = await customerActivity(db, {
      customerId: null,
      email: 'asha@example.in',
      excludedRecordId: 'T-T2',
    });
    expect(activity.orders.map(({ id, goods }) => [id, goods])).toEqual([
      ['o3', ['Kurta, M']],
      ['o1', ['Kurta, M']],
    ]);
    expect(activity.tickets.map(({ number }) => number)).toEqual(['T-T1']);
    expect(activity.reviews.map(({ id }) => id)).toEqual(['r1']);
  });
});
