import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';
import { type MailServer, startMailServer } from '#support/mail-server.ts';
import { root } from '#support/project-root.ts';
import { type RazorpayStandIn, startRazorpay } from '#support/razorpay-stand-in.ts';
import { temporaryDir } from '#support/shop-process.ts';
import { createDatabase } from '#support/test-database.ts';

let mailServer: MailServer;
let razorpay: RazorpayStandIn;

beforeAll(async () => {
  mailServer = await startMailServer({
    authOptional: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'kora' }) : done(Object.assign(new Error('no'), { responseCode: 535 })),
  });
  razorpay = await startRazorpay();
});

afterAll(async () => {
  await mailServer.close();
  await razorpay.close();
});

function createAnswers(changes: Record<string, string> = {}): Record<string, string> {
  return {
    name: 'Kora & Kin',
    legalName: 'Kora Textiles LLP',
    'address.address': '12 Church Street, Kochi, Kerala 682001',
    'state.name': 'kerala',
    'address.email': 'hello@kora.in',
    'address.mobile': '9847012345',
    gstin: '32AAZCK0000K1ZN',
    'grievance.name': 'Meera Nair',
    'grievance.email': 'grievance@kora.in',
    'grievance.mobile': '9847012346',
    SITE_URL: 'https://kora.in',
    SMTP_URL: `smtp://kora:right@127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'hello@kora.in',
    testLetter: 'owner@kora.in',
    'ownerMails.to': 'owner@kora.in',
    'delivery.price': '₹59',
    'delivery.freeFrom': '1,499',
    'delivery.days': '2-6',
    'delivery.cod': 'no',
    RAZORPAY_KEY_ID: razorpay.keys.keyId,
    RAZORPAY_KEY_SECRET: razorpay.keys.keySecret,
    RAZORPAY_WEBHOOK_SECRET: razorpay.keys.webhookSecret,
    ...changes,
  };
}

describe.each(['sqlite', 'postgres'] as const)('setup [%s]', (engine) => {
  const isAvailable = engine === 'sqlite' || inject('postgresUrl') !== '';

  async function createShop() {
    const { dir, remove } = temporaryDir('setup');
    onTestFinished(remove);
    const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
    if (database) onTestFinished(database.drop);
    const { SHOP_MODE: _, ...others } = process.env;
    const env = { ...others, DATA_DIR: dir, DATABASE_URL: database?.url ?? '', RAZORPAY_API_URL: razorpay.url };
    const readSettingsText = () => readFileSync(join(dir, 'settings.env'), 'utf8');
    async function runSetup(args: string[], input = '') {
      const child = spawn(process.execPath, ['scripts/shop.ts', 'setup', ...args], { cwd: root, env });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
      child.stdin.end(input);
      const status = await new Promise<number | null>((done) => child.once('close', done));
      return { status, output };
    }
    const runSetupWith = (answers: Record<string, string>) => {
      writeFileSync(
        join(dir, 'answers'),
        Object.entries(answers)
          .map(([name, value]) => `${name}='${value}'\n`)
          .join(''),
      );
      return runSetup(['--answers', join(dir, 'answers')]);
    };
    async function readStoredContent() {
      const db = await openDatabase({ dataDir: dir, databaseUrl: database?.url });
      onTestFinished(() => db.close());
      await contentOf(db).reload(db);
      return { settings: shopSettings(db), delivery: contentOf(db).of(DELIVERY) };
    }
    return { dir, env, runSetup, runSetupWith, readSettingsText, readStoredContent };
  }

  test.skipIf(!isAvailable)('creates and opens a live shop from an answers file', async () => {
    const { dir, env, runSetupWith, readSettingsText, readStoredContent } = await createShop();
    const { status, output } = await runSetupWith(createAnswers());
    expect(status, output).toBe(0);
    expect(output).toContain('✓ The server accepted the test email for owner@kora.in');
    expect(output).toContain('✓ Razorpay accepts the keys. They are test keys');
    expect(mailServer.received.at(-1)).toMatchObject({ to: 'owner@kora.in', subject: 'Kora & Kin can send emails' });
    expect(mailServer.received.at(-1)?.raw).toContain('From: "Kora & Kin" <hello@kora.in>');
    expect(statSync(join(dir, 'settings.env')).mode & 0o777).toBe(0o600);
    expect(loadSettings(env)).toMatchObject({
      mode: 'live',
      siteUrl: 'https://kora.in',
      mailFrom: 'hello@kora.in',
      trustedProxies: 1,
      razorpay: { keyId: razorpay.keys.keyId },
    });
    const { settings, delivery } = await readStoredContent();
    expect(settings).toMatchObject({
      name: 'Kora & Kin',
      state: { name: 'Kerala' },
      gstin: '32AAZCK0000K1ZN',
      grievance: { name: 'Meera Nair', designation: 'Grievance Officer' },
      ownerMails: { to: 'owner@kora.in', newOrder: '' },
    });
    expect(delivery).toMatchObject({
      freeFromPaise: 149_900,
      zones: [{ prefixes: [''], pricePaise: 5_900, days: [2, 6], cod: false }],
    });
    expect(output).toMatch(/policies: .*are unchanged from the demo/);
    expect(output).not.toMatch(/- (legalName|address|grievance|gstin):/);
    expect(settings.gstScheme).toBe('regular');
    await runSetupWith({ gstScheme: 'composition' });
    expect((await readStoredContent()).settings.gstScheme).toBe('composition');
    const textBefore = readSettingsText();
    expect((await runSetupWith({})).status).toBe(0);
    expect(readSettingsText()).toBe(textBefore);
  });

  test.skipIf(engine === 'postgres')('can be answered at a prompt, interrupted and continued', async () => {
    const { dir, runSetup, readSettingsText, readStoredContent } = await createShop();
    writeFileSync(join(dir, 'settings.env'), '# my own line\nLOG_LEVEL=warn\n');
    const firstRun = await runSetup([], 'Kora\nKora LLP\n1 Street\nTelagana\nTelangana\nhello@kora\nhello@kora.in\n');
    expect(firstRun.status).toBe(1);
    expect(firstRun.output).toContain('✗ state.name: Telagana is not a valid choice. Did you mean Telangana?');
    expect(firstRun.output).toContain('  32  Telangana');
    expect(firstRun.output).toContain('✗ address.email: must be an email address');
    expect(firstRun.output).toContain('The shop is not live yet.');
    expect(firstRun.output).not.toMatch(/taana\.example|9876543210/);
    const contactAnswers = ['-', '-', 'Meera', '', 'g@kora.in', '9847012346', 'http://kora.in', 'https://kora.in', ''];
    const mailAnswers = ['smtp://127.0.0.1:1', 'Kora', 'hello@kora.in', '-', '', '', '', '', ''];
    const secondRun = await runSetup(
      [],
      `${['', '', '', '', '', ...contactAnswers, ...mailAnswers, '-', '-'].join('\n')}\n`,
    );
    expect(secondRun.output).toContain('[Kora LLP]');
    expect(secondRun.output).toContain('[Telangana]');
    expect(secondRun.output).toContain('needs https');
    expect(secondRun.output).toContain('✗ MAIL_FROM is Kora');
    expect(secondRun.status, secondRun.output).toBe(0);
    expect(readSettingsText()).toMatch(
      /^# my own line\nLOG_LEVEL=warn\nSECRET_KEY=[\w-]{43}\nSITE_URL=https:.*\nTRUSTED_PROXIES=1\n/,
    );
    expect(readSettingsText()).not.toContain('RAZORPAY');
    expect((await readStoredContent()).settings).toMatchObject({
      name: 'Kora',
      state: { name: 'Telangana' },
      gstin: '',
    });
    expect(secondRun.output).toContain('- gstin: ');
  });

  test.skipIf(engine === 'postgres')('explains what does not work, and does not make the shop live', async () => {
    const { runSetupWith, readSettingsText } = await createShop();
    const invalidAnswers = {
      SMTP_URL: `smtp://kora:wrong@127.0.0.1:${mailServer.port}`,
      RAZORPAY_KEY_SECRET: 'x',
      gstin: '32AAZCK0000K1Z6',
    };
    const { status, output } = await runSetupWith(createAnswers({ ...invalidAnswers, 'delivery.price': 'cheap' }));
    expect(status).toBe(1);
    expect(output).toContain('rejects the user name or password (535)');
    expect(output).toContain('Razorpay rejects these keys');
    expect(output).toContain('gstin: 32AAZCK0000K1Z6 has a typing mistake');
    expect(output).toContain('delivery.price: Enter an amount in rupees');
    expect(readSettingsText()).not.toContain('SHOP_MODE');
    expect((await runSetupWith({ gstin: '36AAZCT0000K1Z6' })).output).toContain(
      'gstin: must begin with 32, the code of Kerala',
    );
    const unreachableRun = await runSetupWith({ SMTP_URL: 'smtp://127.0.0.1:1', testLetter: 'owner@kora.in' });
    expect(unreachableRun.output).toContain('nothing is listening there');
    const runWithTypo = await runSetupWith({ SMPT_URL: 'x' });
    expect([runWithTypo.status, runWithTypo.output]).toEqual([
      2,
      expect.stringContaining('SMPT_URL is not a question of setup. Did you mean SMTP_URL?'),
    ]);
  });
});
