import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TICKET_MESSAGES } from '#lib/customers/support/ticket.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { addCustomer } from '#support/customers.ts';
import { MULTIPART_TYPE, multipartBody, type Part } from '#support/multipart.ts';
import { CAN_MEASURE_MEMORY, memoryGrowth } from '#support/process-memory.ts';
import { pngBomb, SAMPLE_EXE, SAMPLE_PDF, sampleDocx } from '#support/sample-files.ts';
import { type ShopProcess, startWithNpmFlags, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const CREATE_TICKET_PATH = '/public/support-ticket/create';
const MEGABYTE = 1024 * 1024;
const TICKET_FIELDS: Part[] = [
  { name: 'subject', content: 'Late parcel' },
  { name: 'priority', content: 'low' },
  { name: 'message', content: 'It has not come yet.' },
];
const filePart = (fileName: string, type: string, content: Uint8Array | string): Part => ({
  name: 'gallery',
  fileName,
  type,
  content,
});

describe('uploads to the running shop', () => {
  const tempDir = temporaryDir('uploads');
  const uploadsFolder = join(tempDir.dir, 'uploads');
  let db: ShopDatabase;
  let shop: ShopProcess;
  let cookie: string;

  beforeAll(async () => {
    db = await smallShop(tempDir.dir);
    shop = await startWithNpmFlags({ dataDir: tempDir.dir });
  });
  afterAll(async () => {
    await shop?.stop();
    await db?.close();
    tempDir.remove();
  });

  /** Logs in a new customer for each test, because uploads per hour are limited. */
  async function logIn(): Promise<void> {
    cookie = `session=${(await addCustomer(db)).token}`;
  }

  async function post(parts: Part[], path = CREATE_TICKET_PATH): Promise<{ status: number; message: string }> {
    const headers = { cookie, origin: shop.origin, 'content-type': MULTIPART_TYPE, accept: 'application/json' };
    const response = await fetch(shop.origin + path, {
      method: 'POST',
      headers,
      body: new Uint8Array(multipartBody(parts)),
    });
    const { message } = (await response.json()) as { message: string };
    return { status: response.status, message };
  }

  /** Sends the head of a request and only the first `bytes` bytes of its body. */
  function startUpload(body: Buffer, bytes: number, path = CREATE_TICKET_PATH): Socket {
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${shop.port}`,
      `Origin: ${shop.origin}`,
      `Cookie: ${cookie}`,
      `Content-Type: ${MULTIPART_TYPE}`,
      `Content-Length: ${body.length}`,
    ];
    const socket = connect(shop.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(body.subarray(0, bytes));
    return socket;
  }

  const listUnfinishedUploads = () => (existsSync(uploadsFolder) ? readdirSync(uploadsFolder) : []);
  async function waitUntilTrue(condition: () => boolean): Promise<void> {
    for (let attempt = 0; attempt < 500 && !condition(); attempt++) await wait(20);
    expect(condition()).toBe(true);
  }
  async function countTickets(): Promise<number> {
    const { n } = await db.write
      .selectFrom('ticket')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  }

  test('are rejected with the messages from product.md, "Files", and nothing is stored', async () => {
    await logIn();
    const countBefore = await countTickets();
    const pdf = (bytes: number) => Buffer.concat([SAMPLE_PDF, Buffer.alloc(bytes - SAMPLE_PDF.length)]);
    const ticketForm = (name: string, type: string, content: Uint8Array | string) => [
      ...TICKET_FIELDS,
      filePart(name, type, content),
    ];
    const textFiles = (count: number) =>
      Array.from({ length: count }, (_, n) => filePart(`${n}.txt`, 'text/plain', 'x'));
    const htmlPage = '<!doctype html><script>alert(1)</script>';
    const cases: [name: string, parts: Part[], status: number, message: string][] = [
      ['the 21st file', [...TICKET_FIELDS, ...textFiles(21)], 422, 'Maximum 20 files allowed'],
      ['11 MB', ticketForm('a.pdf', 'application/pdf', pdf(11 * MEGABYTE)), 413, 'File a.pdf is too large (max 10MB)'],
      ['an exe', ticketForm('a.png', 'image/png', SAMPLE_EXE), 415, 'File type not allowed: a.png'],
      ['an HTML page', ticketForm('a.txt', 'text/plain', htmlPage), 415, 'File type not allowed: a.txt'],
      ['a docx bomb', ticketForm('a.docx', '', sampleDocx(4_000_000_000)), 415, 'File type not allowed: a.docx'],
      ['a 30,000² PNG', ticketForm('a.png', 'image/png', pngBomb()), 415, 'File type not allowed: a.png'],
      ['10,000 files', [...TICKET_FIELDS, ...textFiles(10_000)], 422, 'Maximum 20 files allowed'],
      ['10,000 fields', Array(10_000).fill({ name: 'p', content: '' }), 400, 'The form has too many fields.'],
      [
        'no subject',
        [...TICKET_FIELDS.slice(1), filePart('a.pdf', 'application/pdf', pdf(1_000))],
        422,
        TICKET_MESSAGES.subject,
      ],
    ];
    for (const [name, parts, status, message] of cases) {
      const startedAt = performance.now();
      expect(await post(parts), name).toEqual({ status, message });
      console.info(`${name}: rejected after ${Math.round(performance.now() - startedAt)} ms`);
    }
    expect(await countTickets()).toBe(countBefore);
    expect(listUnfinishedUploads()).toEqual([]);
  });

  test.skipIf(!CAN_MEASURE_MEMORY)('of 20 files of 10 MB take less than 60 MB of memory', async () => {
    await logIn();
    const content = Buffer.concat([SAMPLE_PDF, Buffer.alloc(10 * MEGABYTE - SAMPLE_PDF.length)]);
    expect((await post([...TICKET_FIELDS, filePart('warm.pdf', 'application/pdf', content)])).status).toBe(200);
    const files = Array.from({ length: 20 }, (_, n) => filePart(`${n}.pdf`, 'application/pdf', content));
    const growth = await memoryGrowth(shop.pid, async () => {
      expect((await post([...TICKET_FIELDS, ...files])).status).toBe(200);
    });
    console.info(`20 files of 10 MB: ${growth.rss.toFixed(0)} MB more memory at the peak`);
    expect(growth.rss).toBeLessThan(60);
    expect(listUnfinishedUploads()).toEqual([]);
  });

  test('that are interrupted store nothing, and the shop keeps running', async () => {
    await logIn();
    const countBefore = await countTickets();
    const body = multipartBody([...TICKET_FIELDS, filePart('a.txt', 'text/plain', Buffer.alloc(4 * MEGABYTE, 'a'))]);
    const socket = startUpload(body, body.length / 2);
    await waitUntilTrue(() => listUnfinishedUploads().length === 1);
    socket.destroy();
    await waitUntilTrue(() => listUnfinishedUploads().length === 0);
    expect(await countTickets()).toBe(countBefore);
    expect((await post(TICKET_FIELDS)).status).toBe(200);
    expect(shop.child.exitCode).toBeNull();
  });

  test('in a reply to an unknown ticket get a 404 before the body is read', async () => {
    await logIn();
    const socket = startUpload(Buffer.alloc(100 * MEGABYTE), 10, '/public/support-ticket/send-message/not-mine');
    const response = await new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())));
    expect(response).toMatch(/^HTTP\/1\.1 404/);
    socket.destroy();
  });

  test('that a killed server left incomplete are deleted by the next server once they are two hours old', async () => {
    await logIn();
    const countBefore = await countTickets();
    const body = multipartBody([...TICKET_FIELDS, filePart('a.txt', 'text/plain', Buffer.alloc(4 * MEGABYTE, 'a'))]);
    const socket = startUpload(body, body.length / 2);
    await waitUntilTrue(() => listUnfinishedUploads().length === 1);
    await shop.stop('SIGKILL');
    socket.destroy();
    const [leftover = ''] = listUnfinishedUploads();
    const twoHoursAgo = new Date(Date.now() - 2 * HOUR_MS);
    utimesSync(join(uploadsFolder, leftover), twoHoursAgo, twoHoursAgo);
    shop = await startWithNpmFlags({ dataDir: tempDir.dir });
    await waitUntilTrue(() => listUnfinishedUploads().length === 0);
    expect(await countTickets()).toBe(countBefore);
    expect((await post(TICKET_FIELDS)).status).toBe(200);
  });
});
