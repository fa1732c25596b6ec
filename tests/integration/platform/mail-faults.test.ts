import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { addCustomer } from '#support/customers.ts';
import { type MailServer, startMailServer } from '#support/mail-server.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const data = temporaryDir('mail-faults');
const connections: Socket[] = [];
/** A server that accepts connections but never responds. */
const silentServer = createServer((socket) => connections.push(socket.on('error', () => {})));
let db: ShopDatabase;
let shop: ShopProcess;
let mailServer: MailServer | undefined;

beforeAll(async () => {
  db = await smallShop(data.dir);
  silentServer.listen(0, '127.0.0.1');
  await once(silentServer, 'listening');
  const port = (silentServer.address() as AddressInfo).port;
  shop = await startShop({ dataDir: data.dir, env: { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'silent' } });
});

afterAll(async () => {
  for (const connection of connections) connection.destroy();
  silentServer.close();
  await shop?.stop('SIGKILL');
  await mailServer?.close();
  await db?.close();
  data.remove();
});

test('the shop responds while the mail server hangs, and delivers the emails after the server recovers', async () => {
  const customers = await Promise.all(['Asha', 'Bala', 'Chitra'].map((name) => addCustomer(db, name)));
  const requestCode = async (email: string) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json', origin: shop.origin };
    const body = JSON.stringify({ email });
    return (await fetch(`${shop.origin}/auth/customer/login`, { method: 'POST', headers, body })).status;
  };
  const [firstEmail, ...otherEmails] = customers.map(({ email }) => email);
  expect(await requestCode(firstEmail ?? '')).toBe(200);
  await expect.poll(() => connections.length > 0).toBe(true);
  const [firstConnection] = connections;
  expect(await Promise.all(otherEmails.map(requestCode))).toEqual([200, 200]);
  expect((await fetch(`${shop.origin}/readyz`)).status).toBe(200);
  expect(firstConnection?.closed, 'the mail server still delays the first email').toBe(false);
  const unsentMails = await db.write.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute();
  expect(unsentMails).toHaveLength(3);

  const { port } = silentServer.address() as AddressInfo;
  silentServer.close();
  for (const connection of connections) connection.destroy();
  await once(silentServer, 'close');
  mailServer = await startMailServer({}, port);
  await expect.poll(() => (mailServer?.received.length ?? 0) >= 3).toBe(true);
  expect(mailServer.received.map(({ to }) => to).sort()).toEqual(customers.map(({ email }) => email).sort());
});
