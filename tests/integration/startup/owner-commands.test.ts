import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReview } from '#lib/customers/reviews/write-reviews.server.ts';
import { createTicket } from '#lib/customers/support/ticket.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { addCustomer } from '#support/customers.ts';
import { root } from '#support/project-root.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const tempDir = temporaryDir('owner-commands');
let db: ShopDatabase;
let server: ShopProcess;

beforeAll(async () => {
  db = await smallShop(tempDir.dir);
  server = await startShop({ dataDir: tempDir.dir });
});
afterAll(async () => {
  await server?.stop();
  await db?.close();
  tempDir.remove();
});

/** Runs a command as the owner would, in a different process from the server. */
function runCli(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, SHOP_MODE: 'demo', DATABASE_URL: '', DATA_DIR: tempDir.dir };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/shop.ts', ...args], { cwd: root, env });
  return { status, stdout: stdout.toString(), stderr: stderr.toString() };
}

async function fetchText(path: string, token: string): Promise<string> {
  return (await fetch(server.origin + path, { headers: { cookie: `session=${token}` } })).text();
}

test('the owner answers and closes a ticket while the server runs; the customer sees the reply and gets emails', async () => {
  const asha = await addCustomer(db);
  const shop = { db, files: openFileStore({ dataDir: tempDir.dir }), settings: readSettings({}), now: Date.now };
  const input = { subject: 'Late parcel', priority: 'high', message: 'It has not \u001b[31mcome.' } as const;
  const { number, _id } = await createTicket(shop, asha.id, input, []);
  expect(runCli('tickets', 'list').stdout).toMatch(new RegExp(`^${number}  open      high .* Asha Rao  Late parcel`));
  expect(runCli('tickets', 'show', number).stdout).not.toContain('\u001b');
  expect(runCli('tickets', 'reply', number, 'It', 'comes')).toMatchObject({ status: 2 });
  const reply = runCli('tickets', 'reply', number, 'It comes today.');
  expect(reply.stdout).toBe(`${number} is answered; the customer gets an email.\n`);
  expect(await fetchText(`/account/support-ticket/${_id}`, asha.token)).toContain('It comes today.');
  expect(runCli('tickets', 'close', number).stdout).toBe(`${number} is closed; the customer gets an email.\n`);
  const mails = await db.write.selectFrom('outbox').select('kind').where('to_address', '=', asha.email).execute();
  expect(mails.map(({ kind }) => kind).sort()).toEqual(['ticket_closed', 'ticket_created', 'ticket_reply']);
  const unknownTicket = runCli('tickets', 'show', 'T-NONE');
  expect(unknownTicket).toEqual({ status: 1, stdout: '', stderr: 'There is no ticket T-NONE.\n' });
  const incompleteCommand = runCli('tickets', 'show');
  expect(incompleteCommand.stderr).toContain("missing required argument 'number'");
  expect(incompleteCommand.stderr).not.toContain('coupons');
});

test('the owner hides a review while the server runs, and the shop stops showing it', async () => {
  const asha = await addCustomer(db);
  const { id } = await db.write.selectFrom('product').select('id').executeTakeFirstOrThrow();
  const input = { product: id, rating: 1, summary: 'Rude words' };
  const review = await createReview({ db, now: Date.now }, input, { id: asha.id, name: 'Asha Rao' });
  const fetchReviews = () => fetch(`${server.origin}/public/reviews/product-wise/${review.slug}`).then((r) => r.text());
  await expect.poll(fetchReviews).toContain('Rude words');
  expect(runCli('reviews', 'list').stdout).toContain(review._id);
  expect(runCli('reviews', 'hide', review._id).stdout).toBe('The review of loom-kurta is hidden.\n');
  await expect.poll(fetchReviews).not.toContain('Rude words');
  expect(runCli('reviews', 'list').stdout).toContain('[hidden]');
  expect(runCli('reviews', 'list', 'loom-kurtaa')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'There is no product loom-kurtaa. Did you mean loom-kurta?\n',
  });
  expect(runCli('reviews', 'hide', 'none')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Shop: .*\nThere is no review none\.\n$/),
  });
});
