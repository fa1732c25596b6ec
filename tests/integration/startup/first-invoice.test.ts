import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import { invoicePath } from '#lib/sales/invoices/document-links.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { variantOf } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { shopCli } from '#support/shop-cli.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';

/** The setup answers of an owner without a GSTIN. */
const ANSWERS = `name='Kora'
legalName='Meera Nair'
address.address='12 Church Street, Kochi, Kerala 682001'
state.name='17'
address.email='hello@kora.in'
grievance.name='Meera Nair'
grievance.email='hello@kora.in'
grievance.mobile='9847012346'
SITE_URL='https://kora.in'
SMTP_URL='smtp://127.0.0.1:1'
MAIL_FROM='hello@kora.in'
testLetter='-'
`;
const OWN_SETTINGS = { name: 'Kora & Kin', legalName: 'Kora Handlooms LLP', socials: [] };
const PRODUCT_COUNT = 20;

function createProductsCsv(): string {
  const rows = Array.from({ length: PRODUCT_COUNT }, (_, n) => `Cotton saree ${n + 1},Sarees,${900 + n},10,5208`);
  return `Name,Category,Price,Stock,HSN\n${rows.join('\n')}\n`;
}

/** Maps the name of each file in the folder to its text. */
function readTexts(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

function findChangedFiles(before: Record<string, string>, after: Record<string, string>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}

test('an owner gets from an empty folder to the first invoice; each step changes only the right files', async () => {
  const { dir, remove } = temporaryDir('first-invoice');
  onTestFinished(remove);
  const dataDir = join(dir, 'shop');
  const [answers, goods, contentFolder] = [join(dir, 'answers'), join(dir, 'goods.csv'), join(dir, 'mine')];
  const runCli = shopCli(dataDir, { SHOP_MODE: '' });
  let exportCount = 0;
  /** Exports all texts and the catalogue, and returns the text of each file. */
  const exportAll = () => {
    const exportFolder = join(dir, `export-${exportCount++}`);
    expect(runCli('content', 'export', exportFolder).status).toBe(0);
    expect(runCli('export', join(exportFolder, 'goods.jsonl')).status).toBe(0);
    return readTexts(exportFolder);
  };

  writeFileSync(answers, ANSWERS);
  const setup = runCli('setup', '--answers', answers);
  expect(setup.status, setup.stdout + setup.stderr).toBe(0);
  expect(setup.stdout).toContain('The shop is live after its next start: npm start.');
  const firstExport = exportAll();

  mkdirSync(contentFolder);
  writeFileSync(join(contentFolder, 'settings.json'), JSON.stringify(OWN_SETTINGS));
  const importResult = runCli('content', 'import', contentFolder);
  expect(importResult).toMatchObject({ status: 0, stderr: '' });
  expect(importResult.stdout).toMatch(
    /^settings\.json\n( {2}.*\n)+The changes are visible in the shop within two seconds\.\n$/,
  );
  for (const changedText of ['Kora & Kin', 'Kora Handlooms LLP', 'socials'])
    expect(importResult.stdout).toContain(changedText);
  const secondExport = exportAll();
  expect(findChangedFiles(firstExport, secondExport)).toEqual(['settings.json']);
  expect(JSON.parse(secondExport['settings.json'] ?? '')).toEqual({
    ...JSON.parse(firstExport['settings.json'] ?? ''),
    ...OWN_SETTINGS,
  });

  writeFileSync(goods, createProductsCsv());
  const productImport = runCli('import', goods, '--yes');
  expect(productImport).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`Products: ${PRODUCT_COUNT} new.`),
  });
  const thirdExport = exportAll();
  expect(findChangedFiles(secondExport, thirdExport)).toEqual(['goods.jsonl']);

  const number = await shipFirstOrder(dataDir, runCli);

  writeFileSync(join(dir, 'editor'), '#!/bin/sh\nsed -i "s/Kora & Kin/Kora and Kin/" "$1"\n', { mode: 0o755 });
  const beforeEdit = exportAll();
  const editResult = shopCli(dataDir, { SHOP_MODE: '', EDITOR: join(dir, 'editor'), VISUAL: '' })(
    'content',
    'edit',
    'settings',
  );
  expect(editResult).toMatchObject({ status: 0, stderr: '' });
  expect(editResult.stdout).toMatch(
    /^settings\.json\n( {2}.*Kora (&|and) Kin.*\n)+The changes are visible in the shop within two seconds\.\n$/,
  );
  const afterEdit = exportAll();
  expect(findChangedFiles(beforeEdit, afterEdit)).toEqual(['settings.json']);

  expectTypoSuggestions(runCli, number);
  expect(findChangedFiles(afterEdit, exportAll())).toEqual([]);
});

function expectTypoSuggestions(runCli: ReturnType<typeof shopCli>, number: string): void {
  const move = ['orders', 'move', number, 'deliverd'];
  for (const typo of [['setings'], ['settings', 'st'], move, ['settings', 'set', 'nmae', 'x']])
    expect(runCli(...typo)).toMatchObject({
      status: expect.toBeOneOf([1, 2]),
      stderr: expect.stringMatching(/did you mean/i),
    });
}

/** Sells two sarees and checks the bill. Returns the order number. */
async function shipFirstOrder(dataDir: string, runCli: ReturnType<typeof shopCli>): Promise<string> {
  const db = await openDatabase({ dataDir });
  onTestFinished(() => db.close());
  const variant = await variantOf(db, 'cotton-saree-1');
  const shop = await startShop({ dataDir, env: { SHOP_MODE: 'demo', TRUSTED_PROXIES: '0' } });
  const buyer = new HttpBuyer();
  expect(await buyer.addToCart(shop.origin, 'cotton-saree-1', variant, 2)).toMatchObject({ status: 200 });
  const order = await buyer.order(shop.origin, 'first-order');
  expect(order, JSON.stringify(order)).toMatchObject({ status: 200 });
  const { id, number } = await db.write.selectFrom('orders').select(['id', 'number']).executeTakeFirstOrThrow();
  const moveResult = runCli('orders', 'move', number, 'shipped', '--yes');
  expect(moveResult, JSON.stringify(moveResult)).toMatchObject({ status: 0 });
  const { secretKey = '' } = loadSettings({ DATA_DIR: dataDir });
  const billResponse = await fetch(shop.origin + invoicePath(id, trackToken(secretKey, id)));
  expect(billResponse.status).toBe(200);
  const page = await billResponse.text();
  const text = page.slice(page.indexOf('<main')).replaceAll(/<[^<>]*>/g, ' ');
  expect(text).toContain('Bill of supply');
  expect(text).toContain('Kora Handlooms LLP');
  expect(text).not.toMatch(/CGST|SGST|IGST|GSTIN|Taxable|Tax invoice/);
  await shop.stop();
  return number;
}
