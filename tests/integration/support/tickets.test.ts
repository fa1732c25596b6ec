import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { attachmentResponse } from '#lib/customers/support/attachments.server.ts';
import {
  admitMessage,
  createTicket,
  listTickets,
  replyToTicket,
  showTicket,
} from '#lib/customers/support/ticket.server.ts';
import {
  answerTicket,
  closeTicket,
  ticketForAdmin,
  ticketsForAdmin,
} from '#lib/customers/support/ticket-admin.server.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';
import { mailHtml } from '#lib/platform/mail/mail-text.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { addCustomer } from '#support/customers.ts';
import { onBothEngines } from '#support/database.ts';

const INPUT = { subject: 'Late parcel', priority: 'high', message: 'It has not come.\nकहाँ है?' } as const;
const NO_TICKET = { code: 'not_found', message: 'There is no such ticket.' };
const dir = mkdtempSync(join(tmpdir(), 'taana-tickets-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Writes a file to the disk and describes it, as an upload does. */
function createUpload(name: string, content: string): UploadedFile {
  const path = join(dir, `${Math.random()}`);
  writeFileSync(path, content);
  return { field: 'gallery', name, kind: 'text', bytes: Buffer.byteLength(content), path };
}

onBothEngines('support tickets', (open) => {
  async function setUp() {
    const db = await open();
    let time = 1_771_000_000_000;
    const settings = readSettings({ SITE_URL: 'https://taana.example' });
    const files = openFileStore({ dataDir: mkdtempSync(join(dir, 'store-')) });
    const shop = { db, files, settings, now: () => time++ };
    const [asha, bala] = [(await addCustomer(db)).id, (await addCustomer(db, 'Bala')).id];
    return { shop, asha, bala, advance: (ms: number) => (time += ms) };
  }

  test('are opened, answered, reopened and closed, with emails to the customer', async () => {
    const { shop, asha } = await setUp();
    const ticket = await createTicket(shop, asha, INPUT, [
      createUpload('bill.txt', 'one'),
      createUpload('<b>.txt', 'two'),
    ]);
    expect(ticket).toMatchObject({ subject: 'Late parcel', priority: 'high', state: 'open' });
    expect(ticket.number).toMatch(/^T-[2-9A-Z]{6}$/);
    await answerTicket(shop, ticket.number.toLowerCase(), 'It comes <b>today</b>.');
    expect((await showTicket(shop, asha, ticket._id)).state).toBe('answered');
    await replyToTicket(shop, asha, { id: ticket._id, message: 'Thanks' }, [createUpload('c.txt', 'three')]);
    expect((await showTicket(shop, asha, ticket._id)).state).toBe('open');
    await closeTicket(shop, ticket.number);
    await closeTicket(shop, ticket.number);
    const { state, messages } = await showTicket(shop, asha, ticket._id);
    expect(state).toBe('closed');
    expect(messages.map(({ author, message, gallery }) => [author, message, gallery.map(({ name }) => name)])).toEqual([
      ['customer', INPUT.message, ['bill.txt', '<b>.txt']],
      ['shop', 'It comes <b>today</b>.', []],
      ['customer', 'Thanks', ['c.txt']],
    ]);
    const mails = await shop.db.write.selectFrom('outbox').selectAll().orderBy('created_at').execute();
    expect(mails.map(({ kind }) => kind)).toEqual(['ticket_created', 'ticket_reply', 'ticket_closed']);
    for (const { subject, text } of mails) {
      expect(subject).toBe(`[${ticket.number}] Late parcel`);
      expect(text).toContain(`https://taana.example/account/support-ticket/${ticket._id}`);
    }
    expect(mailHtml(JSON.parse(mails[1]?.content_json ?? ''))).not.toContain('<b>today');
  });

  test('are listed for the staff, the longest-waiting first; closed ones are listed on request', async () => {
    const { shop, asha, bala } = await setUp();
    const firstTicket = await createTicket(shop, asha, INPUT, []);
    const secondTicket = await createTicket(shop, bala, { ...INPUT, subject: 'Wrong size' }, []);
    await replyToTicket(shop, asha, { id: firstTicket._id, message: 'And?' }, []);
    expect((await ticketsForAdmin(shop.db)).map(({ number }) => number)).toEqual([
      secondTicket.number,
      firstTicket.number,
    ]);
    await closeTicket(shop, secondTicket.number);
    expect((await ticketsForAdmin(shop.db)).map(({ number }) => number)).toEqual([firstTicket.number]);
    expect((await ticketsForAdmin(shop.db, 'closed')).map(({ customerName }) => customerName)).toEqual(['Bala']);
  });

  test('can’t be answered with an unknown number or an empty answer', async () => {
    const { shop, asha } = await setUp();
    const { number } = await createTicket(shop, asha, INPUT, []);
    await expect(answerTicket(shop, 'T-000000', 'x')).rejects.toMatchObject({ code: 'not_found' });
    await expect(answerTicket(shop, number, '  ')).rejects.toMatchObject({ code: 'invalid' });
  });

  test('can’t be listed, read, downloaded or answered by another customer', async () => {
    const { shop, asha, bala } = await setUp();
    const { _id: id } = await createTicket(shop, asha, INPUT, [createUpload('bill.txt', 'one')]);
    expect((await listTickets(shop, bala, 1)).total).toBe(0);
    await expect(showTicket(shop, bala, id)).rejects.toMatchObject(NO_TICKET);
    await expect(admitMessage(shop, bala, id)).rejects.toMatchObject(NO_TICKET);
    await expect(admitMessage(shop, bala, 'none')).rejects.toMatchObject(NO_TICKET);
    const otherUpload = createUpload('x.txt', 'x');
    await expect(replyToTicket(shop, bala, { id, message: 'mine' }, [otherUpload])).rejects.toMatchObject(NO_TICKET);
    const [file] = (await showTicket(shop, asha, id)).messages.flatMap(({ gallery }) => gallery);
    const request = new Request('http://localhost/');
    await expect(attachmentResponse(shop, bala, file?._id ?? '', request)).rejects.toMatchObject({ code: 'not_found' });
    const ownAttachment = await attachmentResponse(shop, asha, file?._id ?? '', request);
    expect(ownAttachment.headers.get('content-disposition')).toContain('attachment');
    expect(await listKeys(shop.files)).toHaveLength(1);
  });

  test('store files with their rows, and delete them if the rows are rolled back', async () => {
    const { shop, asha } = await setUp();
    const { number } = await createTicket(shop, asha, INPUT, [createUpload('bill.txt', 'नौ गज')]);
    const { files } = await ticketForAdmin(shop, number);
    expect((await buffer((await shop.files.read(files[0]?.file_key ?? '')) as NodeJS.ReadableStream)).toString()).toBe(
      'नौ गज',
    );
    const invalidInput = { ...INPUT, priority: 'urgent' as 'high' };
    await expect(createTicket(shop, asha, invalidInput, [createUpload('b.txt', 'x')])).rejects.toThrow();
    expect(await listKeys(shop.files)).toEqual([files[0]?.file_key]);
  });

  test('are listed ten per page, newest first', async () => {
    const { shop, asha } = await setUp();
    for (let n = 1; n <= 12; n++) await createTicket(shop, asha, { ...INPUT, subject: `Ticket ${n}` }, []);
    const firstPage = await listTickets(shop, asha, 1);
    expect(firstPage).toMatchObject({ total: 12, last_page: 2, hasNextPage: true });
    expect(firstPage.data[0]?.subject).toBe('Ticket 12');
    expect((await listTickets(shop, asha, 2)).data.map(({ subject }) => subject)).toEqual(['Ticket 2', 'Ticket 1']);
  });

  test('accept up to thirty messages per hour from a customer', async () => {
    const { shop, asha, advance } = await setUp();
    for (let n = 0; n < 30; n++) await admitMessage(shop, asha);
    await expect(admitMessage(shop, asha)).rejects.toMatchObject({ code: 'too_many' });
    advance(HOUR_MS);
    await admitMessage(shop, asha);
  });
});

async function listKeys(store: ReturnType<typeof openFileStore>): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys;
}
