import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { untaxedGoods } from '#lib/catalog/import/untaxed-goods.server.ts';
import { stockMismatches } from '#lib/catalog/inventory/read-ledger.server.ts';
import { openBackupStore } from '#lib/operations/backup/open-backup-store.server.ts';
import { newestBackupAgeMs } from '#lib/operations/backup/scheduled-backup.server.ts';
import { checkContent } from '#lib/operations/doctor/check-content.server.ts';
import { checkDisk, checkWriteAheadLog } from '#lib/operations/doctor/check-disk.server.ts';
import { checkStandby } from '#lib/operations/doctor/check-standby.server.ts';
import { describeFault } from '#lib/operations/doctor/describe-fault.ts';
import { repairStock } from '#lib/operations/doctor/repair-stock.server.ts';
import { demoLeftovers } from '#lib/operations/setup/demo-leftovers.server.ts';
import { type Finding, hint, ok, problem } from '#lib/operations/setup/finding.ts';
import { missingLegalDetails } from '#lib/operations/setup/missing-legal-details.server.ts';
import { auditProblem } from '#lib/platform/audit/audit-chain.server.ts';
import { withShop, YES_OPTION } from '#lib/platform/cli/command.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { integrityProblems } from '#lib/platform/db/integrity.server.ts';
import { isMigrated } from '#lib/platform/db/migrator/migrate.server.ts';
import { hasShop } from '#lib/platform/db/migrator/migration-ledger.server.ts';
import { messageOf } from '#lib/platform/errors/error-message.ts';
import type { OwnerPicture } from '#lib/platform/files/pictures/owner-picture.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { untrustedProxyWarning } from '#lib/platform/http/server/untrusted-proxy.server.ts';
import { assertMayCreate, hasSqliteShop } from '#lib/platform/location/find-shop.server.ts';
import { countStuckMails } from '#lib/platform/mail/mail-admin.server.ts';
import { keyProblem } from '#lib/platform/secret-key.server.ts';
import { loadSettings, unknownSettingMessages } from '#lib/platform/settings/load-settings.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import { readFaults } from '#lib/platform/upstream/fault-store.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { countText } from '#lib/primitives/plural.ts';
import { defaultRateBp } from '#lib/shop/money/tax.ts';
import { taxRates } from '#lib/shop/money/tax-rates.server.ts';

/** How long failures of external services are reported. */
const REPORT_WINDOW_MS = 7 * DAY_MS;

export function doctorCommand(): CommandUnknownOpts {
  return new Command('doctor')
    .description('check this installation for problems; --repair corrects the stock ledger')
    .option('--repair', 'show the missing lines of the stock ledger, then add them')
    .option(...YES_OPTION)
    .usage('[--repair]')
    .action(async ({ repair, yes }) => {
      if (repair) return withShop((shop) => repairStock(shop, { yes }));
      const findings = await runChecks(process.env);
      for (const { isGood, isHint, text } of findings) console.log(`${isHint ? '!' : isGood ? '✓' : '✗'} ${text}`);
      if (findings.some(({ isGood }) => !isGood)) process.exitCode = 1;
    });
}

/** Runs all checks. If a check throws an error, the error becomes a finding. */
async function runChecks(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = loadSettings(env);
  } catch (error) {
    return [problem(messageOf(error))];
  }
  const findings = [ok(`settings: ${settings.mode} mode, data in ${settings.dataDir}`)];
  findings.push(...unknownSettingMessages(env).map((message) => problem(`settings: ${message}`)));
  if (settings.isNewShop)
    findings.push(problem('settings: NEW_SHOP is only for the first start of a new shop. Remove it'));
  const missingShopMessage = await describeMissingShop(settings);
  if (missingShopMessage !== undefined) return [...findings, problem(missingShopMessage)];
  findings.push(await runCheck('disk', () => checkDisk(settings)));
  if (!settings.databaseUrl) findings.push(await runCheck('database', () => checkWriteAheadLog(settings)));
  findings.push(await runCheck('backups', () => checkBackups(settings)));
  findings.push(await runCheck('database', () => checkDatabase(settings, findings)));
  return findings;
}

async function runCheck(subject: string, work: () => Promise<Finding>): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    return problem(`${subject}: ${messageOf(error)}`);
  }
}

/**
 * Returns a message if SQLite is used and DATA_DIR has no shop. Must run before the database is opened, because opening
 * the database would create a file.
 */
async function describeMissingShop(settings: Settings): Promise<string | undefined> {
  if (settings.databaseUrl || (await hasSqliteShop(settings.dataDir))) return undefined;
  return assertMayCreate(settings, 'never').then(() => undefined, messageOf);
}

async function checkBackups(settings: Settings): Promise<Finding> {
  const { dir, everyMs, includesSecrets } = settings.backups;
  if (dir === undefined) {
    const text = 'backups: turned off (BACKUP_DIR is not set)';
    return settings.mode === 'live' ? problem(text) : ok(text);
  }
  const store = openBackupStore(settings, dir);
  const ageMs = await newestBackupAgeMs(store, Date.now());
  if (ageMs === Number.POSITIVE_INFINITY) return problem(`backups: none in ${store.label} yet`);
  const secretsText = includesSecrets
    ? ''
    : '; it does not contain the settings and the secret key (BACKUP_SECRETS=off), so keep them elsewhere';
  const text = `backups: the newest in ${store.label} is ${countText(Math.floor(ageMs / HOUR_MS), 'hour')} old${secretsText}`;
  return ageMs > 2 * everyMs ? problem(text) : ok(text);
}

/** Adds findings about the database to `findings`, and returns the last finding. */
async function checkDatabase(settings: Settings, findings: Finding[]): Promise<Finding> {
  const db = await openDatabase({ databaseUrl: settings.databaseUrl, dataDir: settings.dataDir });
  try {
    const problems = await integrityProblems(db);
    if (problems.length > 0)
      return problem(
        `database: damaged (${problems.join('; ')}). Restore a backup. No other checks of the database were run.`,
      );
    if (!(await hasShop(db))) await assertMayCreate(settings, 'never');
    if (!(await isMigrated(db)))
      return problem(`database: ${db.engine} works, but its tables are not up to date. Start the shop once`);
    findings.push(ok(`database: ${db.engine} works, all migrations are applied`));
    findings.push(...(await checkStandby(db, settings)));
    findings.push(...(await checkInstallation(db, settings)));
    findings.push(await checkContent(db, settings));
    if (settings.mode === 'live') {
      findings.push(...missingLegalDetails(db).map((gap) => problem(`law: ${gap}`)));
      findings.push(...demoLeftovers(db).map(({ line }) => hint(`still from the demo: ${line}`)));
    }
    for (const check of [describeProducts, checkStock, checkTax, checkRefunds, checkAudit, checkMails])
      findings.push(await check(db, settings));
    findings.push(...(await checkUpstreams(db)));
    return await checkPictures(db, new PictureStore(settings.dataDir));
  } finally {
    await db.close();
  }
}

/** Checks the secret key and TRUSTED_PROXIES, which can only be validated against the database. */
async function checkInstallation(db: ShopDatabase, settings: Settings): Promise<Finding[]> {
  const secretKeyProblem = await keyProblem(db, settings);
  const proxyWarning = await untrustedProxyWarning(db, settings, Date.now());
  return [
    { isGood: secretKeyProblem === undefined, text: `secret key: ${secretKeyProblem ?? 'matches this database'}` },
    { isGood: proxyWarning === undefined, text: `proxies: ${proxyWarning ?? 'TRUSTED_PROXIES is correct'}` },
  ];
}

async function describeProducts(db: ShopDatabase): Promise<Finding> {
  const { productCount, shownCount } = await db.read
    .selectNoFrom((eb) => [
      eb.selectFrom('product').select(eb.fn.countAll<number>().as('n')).as('productCount'),
      eb.selectFrom('product_listing').select(eb.fn.countAll<number>().as('n')).as('shownCount'),
    ])
    .executeTakeFirstOrThrow();
  return ok(`catalogue: ${countText(Number(productCount), 'product')}, ${Number(shownCount)} of them for sale`);
}

async function checkStock(db: ShopDatabase): Promise<Finding> {
  const mismatches = await stockMismatches(db.read);
  if (mismatches.length === 0) return ok('stock: matches the ledger');
  const names = mismatches.map(({ id, sku, product }) => sku ?? `${product} ${id}`);
  const summary = `the ledger does not match the stock of ${countText(mismatches.length, 'variant')}; run npm run shop -- doctor --repair to add the missing lines`;
  return problem(`stock: ${summary} (${firstNames(names)})`);
}

async function checkTax(db: ShopDatabase, { mode }: Settings): Promise<Finding> {
  if (taxRates(db).length === 0) return ok('tax: the shop charges no GST and issues bills of supply');
  const now = Date.now();
  const slugs = [...new Set((await untaxedGoods(db, now)).map(({ slug }) => slug))];
  if (slugs.length === 0) return ok('tax: all products have an HSN code with a known GST rate');
  const consequence =
    mode === 'live'
      ? 'held back from sale'
      : `taxed at the default rate of ${defaultRateBp(now, taxRates(db)) / 100} %`;
  const summary = `${countText(slugs.length, 'product')} without an HSN code that has a known GST rate, ${consequence}; see npm run shop -- goods without-hsn`;
  return problem(`tax: ${summary} (${firstNames(slugs)})`);
}

async function checkRefunds(db: ShopDatabase): Promise<Finding> {
  const dueRefunds = await db.read
    .selectFrom('refund')
    .innerJoin('orders', 'orders.id', 'refund.order_id')
    .select(['number', 'reason'])
    .where('state', '=', 'due')
    .orderBy('refund.created_at')
    .execute();
  if (dueRefunds.length === 0) return ok('payments: no refunds due');
  const names = dueRefunds.map(({ number, reason }) => `${number} ${reason.replaceAll('_', ' ')}`);
  const summary = `${countText(dueRefunds.length, 'refund')} due; see npm run shop -- orders list --refunds`;
  return problem(`payments: ${summary} (${firstNames(names)})`);
}

async function checkAudit(db: ShopDatabase): Promise<Finding> {
  const change = await auditProblem(db);
  if (change === undefined) return ok('audit log: complete and unchanged');
  return problem(`audit log: ${change} outside the shop. Compare it with a backup`);
}

async function checkMails(db: ShopDatabase): Promise<Finding> {
  const { givenUpCount, lateCount } = await countStuckMails(db, Date.now());
  if (givenUpCount + lateCount === 0) return ok('emails: none are stuck');
  return problem(
    `emails: ${givenUpCount} given up, ${lateCount} waiting for over an hour; see npm run shop -- mails list`,
  );
}

async function checkUpstreams(db: ShopDatabase): Promise<Finding[]> {
  const faults = await readFaults(db, Date.now() - REPORT_WINDOW_MS);
  if (faults.length === 0) return [ok('external services: no failures in the last seven days')];
  return faults.map((fault) => ({ isGood: fault.recoveredAt !== null, text: describeFault(fault) }));
}

async function checkPictures(db: ShopDatabase, store: PictureStore): Promise<Finding> {
  const rows = await db.read.selectFrom('picture').select(['hash', 'src']).distinct().execute();
  const unimportedPictures = rows.filter(({ hash }) => hash === null);
  const ownerPictures = contentOf(db)
    .filesIn('pictures')
    .map(({ path, body }) => ({ hash: (JSON.parse(body) as OwnerPicture).hash, src: path }));
  const missingPictures = [...rows, ...ownerPictures].filter(({ hash }) => hash !== null && !store.has(hash));
  const names = [...unimportedPictures, ...missingPictures].map(({ src }) => src);
  if (names.length === 0) return ok(`pictures: all ${rows.length + ownerPictures.length} found`);
  const summary = `${unimportedPictures.length} were never imported and ${missingPictures.length} are missing from the data folder; import them again`;
  return problem(`pictures: ${summary} (${firstNames(names)})`);
}

function firstNames(names: readonly string[]): string {
  return `${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`;
}
