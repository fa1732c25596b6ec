import type { Engine, ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { catalogueTables } from '#lib/platform/db/migrations/0001-catalogue.server.ts';
import { contactTable } from '#lib/platform/db/migrations/0002-contact.server.ts';
import { identityTables } from '#lib/platform/db/migrations/0003-identity.server.ts';
import { mailTables } from '#lib/platform/db/migrations/0004-mail.server.ts';
import { addressTable } from '#lib/platform/db/migrations/0005-address.server.ts';
import { cartTables } from '#lib/platform/db/migrations/0006-cart.server.ts';
import { orderTables } from '#lib/platform/db/migrations/0007-orders.server.ts';
import { paymentTables } from '#lib/platform/db/migrations/0008-payments.server.ts';
import { supportTables } from '#lib/platform/db/migrations/0009-support.server.ts';
import { newsletterTable } from '#lib/platform/db/migrations/0010-newsletter.server.ts';
import { redirectTable } from '#lib/platform/db/migrations/0011-redirects.server.ts';
import { reviewColumns } from '#lib/platform/db/migrations/0012-reviews.server.ts';
import { exchangeTables } from '#lib/platform/db/migrations/0014-exchange.server.ts';
import { refundTable } from '#lib/platform/db/migrations/0017-refund.server.ts';
import { fewerIndexes } from '#lib/platform/db/migrations/0021-fewer-indexes.server.ts';
import { lighterOrders } from '#lib/platform/db/migrations/0022-lighter-orders.server.ts';
import { repairOrders } from '#lib/platform/db/migrations/0023-repair-orders.server.ts';
import { unpaidOrders } from '#lib/platform/db/migrations/0024-unpaid-orders.server.ts';
import { attemptTable } from '#lib/platform/db/migrations/0025-attempt.server.ts';
import { htmlRules } from '#lib/platform/db/migrations/0026-html-rules.server.ts';
import { mailTurns } from '#lib/platform/db/migrations/0027-mail-turns.server.ts';
import { whoseCoupon } from '#lib/platform/db/migrations/0028-whose-coupon.server.ts';
import { stockLedger } from '#lib/platform/db/migrations/0029-stock-ledger.server.ts';
import { categoryHsn } from '#lib/platform/db/migrations/0030-category-hsn.server.ts';
import { orderCredit } from '#lib/platform/db/migrations/0031-order-credit.server.ts';
import { whatWasOrdered } from '#lib/platform/db/migrations/0032-what-was-ordered.server.ts';
import { exchangeGoods } from '#lib/platform/db/migrations/0033-exchange-goods.server.ts';
import { orderMailbox } from '#lib/platform/db/migrations/0034-order-mailbox.server.ts';
import { upstreamFault } from '#lib/platform/db/migrations/0035-upstream-fault.server.ts';
import { search } from '#lib/platform/db/migrations/0036-search.server.ts';
import { restock } from '#lib/platform/db/migrations/0037-restock.server.ts';
import { importAnswer } from '#lib/platform/db/migrations/0038-import-answer.server.ts';
import { sitemapFiles } from '#lib/platform/db/migrations/0039-sitemap-files.server.ts';
import { ordersOfEmail } from '#lib/platform/db/migrations/0040-orders-of-email.server.ts';
import { cdnPurge } from '#lib/platform/db/migrations/0041-cdn-purge.server.ts';
import { ownContent } from '#lib/platform/db/migrations/0042-own-content.server.ts';
import { ownerNotice } from '#lib/platform/db/migrations/0043-owner-notice.server.ts';
import { installationNotes } from '#lib/platform/db/migrations/0044-installation-notes.server.ts';
import { taxScheme } from '#lib/platform/db/migrations/0046-tax-scheme.server.ts';
import { skuKey } from '#lib/platform/db/migrations/0048-sku-key.server.ts';
import { networksAndMailboxes } from '#lib/platform/db/migrations/0049-networks-and-mailboxes.server.ts';
import { REMOVED_NAME, refuseOldPrograms } from '#lib/platform/db/migrations/0050-refuse-old-programs.server.ts';
import { unverifiedLines } from '#lib/platform/db/migrations/0051-unverified-lines.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';
import {
  createLedger,
  createLedgerTables,
  migrationsDone,
  runMigrations,
} from '#lib/platform/db/migrator/migration-ledger.server.ts';
import { refuseMoved } from '#lib/platform/db/migrator/move-marks.server.ts';
import { bulkTransaction } from '#lib/platform/db/transaction.server.ts';
import { StartError } from '#lib/platform/errors/start-error.ts';

/** In order. Never change one that has landed: add another. */
export const MIGRATIONS: Migration[] = [
  catalogueTables,
  contactTable,
  identityTables,
  mailTables,
  addressTable,
  cartTables,
  orderTables,
  paymentTables,
  newsletterTable,
  redirectTable,
  reviewColumns,
  supportTables,
  exchangeTables,
  refundTable,
  fewerIndexes,
  lighterOrders,
  repairOrders,
  unpaidOrders,
  attemptTable,
  htmlRules,
  mailTurns,
  whoseCoupon,
  stockLedger,
  categoryHsn,
  orderCredit,
  whatWasOrdered,
  exchangeGoods,
  orderMailbox,
  upstreamFault,
  search,
  restock,
  importAnswer,
  sitemapFiles,
  ordersOfEmail,
  cdnPurge,
  ownContent,
  ownerNotice,
  installationNotes,
  taxScheme,
  skuKey,
  networksAndMailboxes,
  refuseOldPrograms,
  unverifiedLines,
];

export class NewerDatabaseError extends StartError {
  constructor(unknown: string[]) {
    super(
      `The database is newer than this version of the shop (it has ${unknown.join(', ')}). ` +
        'Nothing was changed. Start the newer version, or go back to a copy of the database from before the upgrade.',
    );
    this.name = 'NewerDatabaseError';
  }
}

/** Processes that start together wait for each other. Throws `NewerDatabaseError`, or `refused` after a move. */
export async function migrate(db: ShopDatabase): Promise<void> {
  const found = await migrationsDone(db);
  refuseMoved(found);
  refuseNewer(found);
  if (await isMigrated(db)) return;
  await createLedger(db);
  await bulkTransaction(db, (tx) => runMigrations(tx, db.engine, pendingOf));
}

/** Creates all tables of an empty database, in the caller's transaction. */
export async function createAllTables(tx: Tx, engine: Engine): Promise<void> {
  await createLedgerTables(tx, engine);
  await runMigrations(tx, engine, pendingOf);
}

/** Throws `NewerDatabaseError` if this version does not know a completed migration. */
export function refuseNewer(done: readonly string[]): void {
  const unknown = notKnownHere(done);
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
}

function notKnownHere(done: readonly string[]): string[] {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  return done.filter((name) => !known.has(name));
}

export const NEWER_DATABASE = 'the database is newer than this program';

/** Why a running program must stop: another one may have migrated the database since it started. */
export async function migrationProblem(db: ShopDatabase): Promise<string | undefined> {
  const done = await migrationsDone(db);
  if (notKnownHere(done).length > 0) return NEWER_DATABASE;
  return hasAll(done) ? undefined : 'migrations are not done';
}

/** Throws `refused` after a move. */
export async function isMigrated(db: ShopDatabase): Promise<boolean> {
  const done = await migrationsDone(db);
  refuseMoved(done);
  return hasAll(done);
}

export function hasAll(done: readonly string[]): boolean {
  return pendingOf(done).length === 0;
}

function pendingOf(done: readonly string[]): Migration[] {
  const hasRefusal = done.includes(refuseOldPrograms.name);
  return MIGRATIONS.filter(({ name }) => !done.includes(name) && !(name === REMOVED_NAME && hasRefusal));
}
