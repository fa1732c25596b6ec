/**
 * Creates a database with products, customers, orders and tickets, using the server and the CLI of an older version:
 * `node tests/support/old-databases/make.ts TREE NAME [DATABASE_URL]`. TREE is a checkout of the old commit with its
 * packages and its build. Writes NAME.sqlite.gz, or NAME.sql.gz for PostgreSQL.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { freePort } from '../free-port.ts';
import { HttpBuyer } from '../http-buyer.ts';
import { readCode } from '../mailbox.ts';

const [tree = '', name = '', databaseUrl = ''] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), 'taana-old-'));
const env = { ...process.env, SHOP_MODE: 'demo', LOG_LEVEL: 'warn', DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
const EMAIL = 'asha@example.in';
const ADDRESS = {
  name: 'Asha Rao',
  mobile: '9876543210',
  pincode: '500003',
  house: '5-4-86',
  street: 'Karkhana Lane',
  landmark: '',
  city: 'Hyderabad',
  state: 'Telangana',
  type: 'home',
};

runCli('import', goodsFile());
const port = await freePort();
const server = spawn(process.execPath, [entryFile()], {
  cwd: tree,
  env: { ...env, PORT: String(port) },
  stdio: 'inherit',
});
try {
  await waitUntilReady();
  await fill(`http://127.0.0.1:${port}`);
} finally {
  server.kill('SIGINT');
  await new Promise((resolve) => server.once('exit', resolve));
}
writeFileSync(
  join(import.meta.dirname, `${name}.${databaseUrl ? 'sql' : 'sqlite'}.gz`),
  gzipSync(dump(), { level: 9 }),
);

/** Creates an account with orders and related rows. A version that does not have a route responds with 404. */
async function fill(origin: string): Promise<void> {
  const asha = new HttpBuyer();
  const log = (label: string, status: number, message: string) => console.log(`${label}: ${status} ${message}`);
  const registration = { name: 'Asha Rao', email: EMAIL, mobile: '9876543210', termsAndCondtion: true };
  await asha.post(origin, '/auth/customer/register', registration);
  const verified = await asha.post(origin, '/auth/customer/verify', {
    email: EMAIL,
    otp: await readCode(origin, EMAIL),
  });
  log('account', verified.status, verified.message);
  await asha.post(origin, '/public/address/create', { ...ADDRESS, isDefault: true });
  const product = await asha.send('GET', origin, '/public/product/show/old-kurta');
  const variants = product.data.variant_ids as { _id: string }[];
  const review = { product: product.data._id, rating: 5, summary: 'Soft, and true to size.' };
  await asha.post(origin, '/public/reviews/create', review);
  await asha.post(origin, '/public/wishlist/create', { product: product.data._id });
  for (const [key, payment] of [
    ['old-delivered', 'cod'],
    ['old-exchanged', 'cod'],
    ['old-paid', 'test'],
    ['old-unpaid', 'test'],
    ['old-placed', 'cod'],
    ['old-credited', 'cod'],
  ] as const) {
    await asha.addToCart(origin, 'old-kurta', variants[0]?._id ?? '', 1);
    await asha.addToCart(origin, 'old-cloth', await firstVariant(asha, origin, 'old-cloth'), 1.5);
    const response = await asha.order(origin, key, {
      contact: { email: EMAIL, mobile: '9876543210' },
      address: ADDRESS,
      payment,
    });
    log(key, response.status, response.message);
    if (response.status === 200) await continueWith(key, response.data as { _id: string; number: string });
  }
  await asha.addToCart(origin, 'old-kurta', variants[1]?._id ?? '', 2);

  async function continueWith(key: string, order: { _id: string; number: string }): Promise<void> {
    if (key === 'old-delivered' || key === 'old-exchanged')
      runCli('orders', 'move', order.number, 'delivered', ...confirmOption());
    // A version that can't cancel a single line leaves the order unchanged.
    if (key === 'old-credited' && cliHelp('orders', 'cancel').includes('--line'))
      runCli('orders', 'cancel', order.number, '--line', '2', ...confirmOption());
    if (key === 'old-exchanged') await requestExchange(order._id);
    if (key === 'old-delivered') await openTicket();
    if (key === 'old-paid') {
      await asha.send('GET', origin, `/public/payment-gateway/${order._id}`);
      await asha.post(origin, `/public/payment-gateway/${order._id}`, { orderId: order._id, method: 'test' });
      await asha.post(origin, `/public/payment-gateway/${order._id}`, { orderId: order._id, outcome: 'approve' });
      const cancelled = await asha.post(origin, `/public/orders/cancel/${order._id}`, {});
      log('cancelled', cancelled.status, cancelled.message);
    }
  }

  /** Sends a multipart form. The routes that are called with this function accept no other type. */
  async function sendForm(path: string, fields: Record<string, string>): Promise<void> {
    const body = Object.entries(fields)
      .map(([field, value]) => `--b\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`)
      .join('');
    const response = await asha.send('POST', origin, path, `${body}--b--\r\n`, {
      'content-type': 'multipart/form-data; boundary=b',
    });
    log(path, response.status, response.message);
  }
  function requestExchange(orderId: string): Promise<void> {
    return sendForm(`/public/orders/orderExchange/${orderId}`, {
      orderId,
      reasons: '["Size too small"]',
      customReason: '',
      hasOriginalPackaging: 'true',
    });
  }
  function openTicket(): Promise<void> {
    const message = 'Can it be washed with other clothes?';
    return sendForm('/public/support-ticket/create', { subject: 'Washing', priority: 'low', message });
  }
}

async function firstVariant(buyer: HttpBuyer, origin: string, slug: string): Promise<string> {
  const { data } = await buyer.send('GET', origin, `/public/product/show/${slug}`);
  return (data.variant_ids as { _id: string }[])[0]?._id ?? '';
}

function runCli(...words: string[]): void {
  execFileSync(process.execPath, ['src/cli.ts', ...words], { cwd: tree, env, stdio: 'inherit' });
}

function cliHelp(...words: string[]): string {
  return execFileSync(process.execPath, ['src/cli.ts', ...words, '--help'], { cwd: tree, env, encoding: 'utf8' });
}

/** Returns the confirmation option if the version has it. Later versions require it, and earlier versions reject it. */
function confirmOption(): string[] {
  return cliHelp('orders', 'move').includes('--yes') ? ['--yes'] : [];
}

function entryFile(): string {
  return ['src/start.js', 'src/start.ts'].find((path) => existsSync(join(tree, path))) ?? 'src/server.ts';
}

async function waitUntilReady(): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await wait(50);
  }
  throw new Error('The old shop did not become ready.');
}

function goodsFile(): string {
  const size = (value: string) => ({
    sku: `OK-${value}`,
    values: { size: value },
    price: 1250,
    quantity: 20,
    hsn: '6206',
  });
  const kurta = { name: 'Old Kurta', sell_unit: 'piece', options: ['size'], variants: [size('M'), size('L')] };
  const bolts = { sku: 'OC', price: 400, quantity: 30, bolts: [20, 10], hsn: '5208' };
  const cloth = { name: 'Old Cloth', sell_unit: 'metre', unit_step: 0.25, min_quantity: 0.5, variants: [bolts] };
  const common = {
    type: 'product',
    categories: ['women'],
    content: '<p>Woven on a pit loom.</p>',
    created_at: '2026-01-05',
  };
  const records = [
    { type: 'category', slug: 'women', name: 'Women' },
    { ...common, slug: 'old-kurta', ...kurta },
    { ...common, slug: 'old-cloth', ...cloth },
  ];
  const path = join(dataDir, 'goods.jsonl');
  writeFileSync(path, records.map((record) => JSON.stringify(record)).join('\n'));
  return path;
}

function dump(): Buffer {
  if (databaseUrl) {
    const text = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', databaseUrl], {
      encoding: 'utf8',
    });
    // Removes psql's commands, because the test sends the dump through the driver.
    return Buffer.from(text.replaceAll(/^\\.*\n/gm, ''));
  }
  const file = readdirSync(dataDir).find((fileName) => fileName.endsWith('.sqlite')) ?? '';
  const db = new DatabaseSync(join(dataDir, file));
  const copy = join(dataDir, 'copy.db');
  db.exec(`vacuum into '${copy}'`);
  db.close();
  return readFileSync(copy);
}
