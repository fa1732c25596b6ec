import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { counted } from '#lib/catalog/import/record/import-words.ts';
import { untaxedGoods } from '#lib/catalog/import/untaxed-goods.server.ts';
import { stockMismatches } from '#lib/catalog/inventory/read-ledger.server.ts';
import { openPlace } from '#lib/operations/backup/open-place.server.ts';
import { ageOfNewest } from '#lib/operations/backup/scheduled-backup.server.ts';
import { checkContent } from '#lib/operations/doctor/check-content.server.ts';
import { checkDisk, checkLog } from '#lib/operations/doctor/check-disk.server.ts';
import { checkInstallation } from '#lib/operations/doctor/check-installation.server.ts';
import { checkStandby } from '#lib/operations/doctor/check-standby.server.ts';
import { faultWords } from '#lib/operations/doctor/fault-words.ts';
import { bad, type Finding, good, hint } from '#lib/operations/doctor/finding.ts';
import { repairStock } from '#lib/operations/doctor/repair-stock.server.ts';
import { lawGaps } from '#lib/operations/setup/law-gaps.server.ts';
import { leftFromDemo } from '#lib/operations/setup/left-from-demo.server.ts';
import { withShop, YES } from '#lib/platform/cli/command.server.ts';
import { type Content, contentOf } from '#lib/platform/content/content.server.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { integrityProblems } from '#lib/platform/db/integrity.server.ts';
import { hasShop } from '#lib/platform/db/migrations/migrate.server.ts';
import { isMigrated } from '#lib/platform/db/migrations/migrations.server.ts';
import { messageOf } from '#lib/platform/errors/error-message.ts';
import type { OwnPicture } from '#lib/platform/files/pictures/own-picture.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { loadSettings, unknownSettings } from '#lib/platform/load-settings.server.ts';
import { hasSqliteShop, refuseCreation } from '#lib/platform/location/find-shop.server.ts';
import { countStuck } from '#lib/platform/mail/mail-admin.server.ts';
import type { Settings } from '#lib/platform/settings.server.ts';
import { readFaults } from '#lib/platform/upstream/fault-store.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { guessedRateBp } from '#lib/shop/money/tax.ts';
import { taxRates } from '#lib/shop/money/tax-rates.server.ts';

const TOLD_FOR_MS = 7 * DAY_MS;

export function doctorCommand(): CommandUnknownOpts {
  return new Command('doctor')
    .description('check this installation for problems; --repair corrects the stock ledger')
    .option('--repair', 'show the missing lines of the stock ledger, then add them')
    .option(...YES)
    .usage('[--repair]')
    .action(async ({ repair, yes }) => {
      if (repair) return withShop((shop) => repairStock(shop, { yes }));
      const findings = await examine(process.env);
      for (const { isGood, isHint, text } of findings) console.log(`${isHint ? '!' : isGood ? '✓' : '✗'} ${text}`);
      if (findings.some(({ isGood }) => !isGood)) process.exitCode = 1;
    });
}

/** Never throws: what fails becomes a finding. */
async function examine(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = loadSettings(env);
  } catch (error) {
    return [bad(messageOf(error))];
  }
  const findings = [good(`settings: ${settings.mode} mode, data in ${settings.dataDir}`)];
  findings.push(...unknownSettings(env).map((odd) => bad(`settings: ${odd}`)));
  if (settings.isNewShop) findings.push(bad('settings: NEW_SHOP is for the first start of a new shop: take it away'));
  const missing = await missingShop(settings);
  if (missing !== undefined) return [...findings, bad(missing)];
  findings.push(await tried('disk', () => checkDisk(settings)));
  if (!settings.databaseUrl) findings.push(await tried('database', () => checkLog(settings)));
  findings.push(await tried('backups', () => checkBackups(settings)));
  const opened = await tried('database', () => checkDatabase(settings, findings));
  return [...findings, opened];
}

async function tried(what: string, work: () => Promise<Finding>): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    return bad(`${what}: ${messageOf(error)}`);
  }
}

/** Before anything is opened, which would make a database. */
async function missingShop(settings: Settings): Promise<string | undefined> {
  if (settings.databaseUrl || (await hasSqliteShop(settings.dataDir))) return undefined;
  return refuseCreation(settings, 'never').then(() => undefined, messageOf);
}

async function checkBackups(settings: Settings): Promise<Finding> {
  const { dir, everyMs, secrets } = settings.backups;
  if (dir === undefined) {
    const text = 'backups: the shop makes none (BACKUP_DIR)';
    return settings.mode === 'live' ? bad(text) : good(text);
  }
  const place = openPlace(settings, dir);
  const ageMs = await ageOfNewest(place, Date.now());
  if (ageMs === Number.POSITIVE_INFINITY) return bad(`backups: there is none in ${place.words} yet`);
  const without = secrets ? '' : '; settings and secret key are not in it (BACKUP_SECRETS=off): keep both elsewhere';
  const text = `backups: the newest in ${place.words} is ${Math.floor(ageMs / HOUR_MS)} hours old${without}`;
  return ageMs > 2 * everyMs ? bad(text) : good(text);
}

async function checkDatabase(settings: Settings, findings: Finding[]): Promise<Finding> {
  const db = await openDatabase({ databaseUrl: settings.databaseUrl, dataDir: settings.dataDir });
  try {
    const problems = await integrityProblems(db);
    if (problems.length > 0)
      return bad(`database: it is damaged, restore a backup (${problems.join('; ')}). Nothing else was checked.`);
    if (!(await hasShop(db))) await refuseCreation(settings, 'never');
    if (!(await isMigrated(db)))
      return bad(`database: ${db.engine} answers, but its tables are not up to date; start the shop once`);
    findings.push(good(`database: ${db.engine} answers and is sound, all migrations are done`));
    findings.push(...(await checkStandby(db, settings)));
    findings.push(...(await checkInstallation(db, settings)));
    findings.push(await checkContent(db, settings));
    if (settings.mode === 'live') {
      findings.push(...lawGaps(db).map((gap) => bad(`law: ${gap}`)));
      findings.push(...leftFromDemo(db).map((line) => hint(`still the demo’s: ${line}`)));
    }
    findings.push(await countGoods(db));
    findings.push(await checkStock(db));
    findings.push(await checkTax(db, settings));
    findings.push(await checkRefunds(db));
    findings.push(await checkMails(db));
    findings.push(...(await checkUpstreams(db)));
    return await checkPictures(db, new PictureStore(settings.dataDir));
  } finally {
    await db.close();
  }
}

async function countGoods(db: ShopDatabase): Promise<Finding> {
  const { products, shown } = await db.read
    .selectNoFrom((of) => [
      of.selectFrom('product').select(of.fn.countAll<number>().as('n')).as('products'),
      of.selectFrom('product_listing').select(of.fn.countAll<number>().as('n')).as('shown'),
    ])
    .executeTakeFirstOrThrow();
  return good(`catalogue: ${Number(products)} products, ${Number(shown)} of them shown`);
}

async function checkStock(db: ShopDatabase): Promise<Finding> {
  const wrong = await stockMismatches(db.read);
  if (wrong.length === 0) return good('stock: the ledger adds up');
  const named = wrong.slice(0, 5).map(({ id, sku, product }) => sku ?? `${product} ${id}`);
  const words = `the ledger does not add up for ${counted(wrong.length, 'variant')}; npm run shop -- doctor --repair shows and adds the missing lines`;
  return bad(`stock: ${words} (${named.join(', ')}${wrong.length > named.length ? ', …' : ''})`);
}

async function checkTax(db: ShopDatabase, { mode }: Settings): Promise<Finding> {
  if (taxRates(db).length === 0) return good('tax: the shop charges no GST, and issues bills of supply');
  const now = Date.now();
  const slugs = [...new Set((await untaxedGoods(db, now)).map(({ slug }) => slug))];
  if (slugs.length === 0) return good('tax: all goods have an HSN with a known GST rate');
  const fate =
    mode === 'live' ? 'held back from sale' : `taxed by a guess, ${guessedRateBp(now, taxRates(db)) / 100} %`;
  const words = `${counted(slugs.length, 'product')} without an HSN of a known GST rate, ${fate}; see npm run shop -- goods without-hsn`;
  return bad(`tax: ${words} (${slugs.slice(0, 5).join(', ')}${slugs.length > 5 ? ', …' : ''})`);
}

async function checkRefunds(db: ShopDatabase): Promise<Finding> {
  const due = await db.read
    .selectFrom('refund')
    .innerJoin('orders', 'orders.id', 'refund.order_id')
    .select(['number', 'reason'])
    .where('state', '=', 'due')
    .orderBy('refund.created_at')
    .execute();
  if (due.length === 0) return good('payments: nothing has to be sent back');
  const named = due.slice(0, 5).map(({ number, reason }) => `${number} ${reason.replaceAll('_', ' ')}`);
  const words = `${due.length} have to be sent back; see npm run shop -- orders list --refunds`;
  return bad(`payments: ${words} (${named.join(', ')}${due.length > named.length ? ', …' : ''})`);
}

async function checkMails(db: ShopDatabase): Promise<Finding> {
  const { givenUp, late } = await countStuck(db, Date.now());
  if (givenUp + late === 0) return good('mails: none is stuck');
  return bad(`mails: ${givenUp} given up, ${late} waiting for over an hour; see npm run shop -- mails list`);
}

async function checkUpstreams(db: ShopDatabase): Promise<Finding[]> {
  const faults = await readFaults(db, Date.now() - TOLD_FOR_MS);
  if (faults.length === 0) return [good('servers of others: none failed this week')];
  return faults.map((fault) => ({ isGood: fault.wellAt !== null, text: faultWords(fault) }));
}

async function checkPictures(db: ShopDatabase, store: PictureStore): Promise<Finding> {
  const rows = await db.read.selectFrom('picture').select(['hash', 'src']).distinct().execute();
  const unread = rows.filter(({ hash }) => hash === null);
  const own = ownPictures(contentOf(db));
  const lost = [...rows, ...own].filter(({ hash }) => hash !== null && !store.has(hash));
  const named = [...unread, ...lost].slice(0, 5).map(({ src }) => src);
  if (named.length === 0) return good(`pictures: all ${rows.length + own.length} are there`);
  const words = `${unread.length} were never read and ${lost.length} are lost from the data folder; import them again`;
  return bad(`pictures: ${words} (${named.join(', ')}${unread.length + lost.length > named.length ? ', …' : ''})`);
}

function ownPictures(content: Content): { hash: string; src: string }[] {
  return content
    .filesIn('pictures')
    .map(({ path, body }) => ({ hash: (JSON.parse(body) as OwnPicture).hash, src: path }));
}
