import { runBulkActions } from '#lib/catalog/admin/bulk/run-bulk-actions.server.ts';
import { deleteOldBulkActions, deleteOldImports } from '#lib/catalog/admin/delete-old-actions.server.ts';
import { planImports, runImports } from '#lib/catalog/admin/imports/run-imports.server.ts';
import { applySalesOnTime } from '#lib/catalog/admin/sales/apply-due-sales.server.ts';
import { updateProductStock } from '#lib/catalog/inventory/update-product-stock.server.ts';
import { deleteOldMisses, saveMisses } from '#lib/catalog/search/search-misses.server.ts';
import { deleteExpiredAuthRows } from '#lib/customers/auth/delete-expired.server.ts';
import { deleteOldSupport } from '#lib/customers/support/delete-old-support.server.ts';
import { articleSummariesWatch } from '#lib/operations/jobs/article-summaries.server.ts';
import { clockJumpWatch, sweepAndReport } from '#lib/operations/jobs/clock-jumps.server.ts';
import { colorFamiliesWatch } from '#lib/operations/jobs/color-families.server.ts';
import { futureTimesWatch } from '#lib/operations/jobs/future-times.server.ts';
import { holdBackWatch } from '#lib/operations/jobs/hold-back.server.ts';
import { jobLease } from '#lib/operations/jobs/job-lease.server.ts';
import { sendDigest } from '#lib/operations/jobs/morning-digest.server.ts';
import { newerDatabaseWatch } from '#lib/operations/jobs/newer-database.server.ts';
import { backUpAndReport, notifyOwnerOfFaults } from '#lib/operations/jobs/owner-watch.server.ts';
import { PicturePregenerator } from '#lib/operations/jobs/picture-pregenerator.server.ts';
import { scheduledContentWatch } from '#lib/operations/jobs/scheduled-content.server.ts';
import { sweepUnusedFiles } from '#lib/operations/jobs/unused-files.server.ts';
import { WORK_CHECK_INTERVAL_MS, type WorkKind, waitingWork } from '#lib/operations/jobs/waiting-work.server.ts';
import { type Actor, runAs } from '#lib/platform/actor/actor.server.ts';
import { sealAudit } from '#lib/platform/audit/audit-chain.server.ts';
import { CdnPurger } from '#lib/platform/cdn/cdn-purger.server.ts';
import { deleteOldAttempts } from '#lib/platform/db/attempt.server.ts';
import { every } from '#lib/platform/jobs/every.server.ts';
import { newMailSender, sendDueMail } from '#lib/platform/mail/mail-worker.server.ts';
import { pruneMail } from '#lib/platform/mail/outbox.repo.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/primitives/durations.ts';
import { notifyWaitingCustomers } from '#lib/sales/back-in-stock/notify-waiting-customers.server.ts';
import { deleteOldRestockRequests } from '#lib/sales/back-in-stock/unsubscribe-restock.server.ts';
import { deleteOldCarts } from '#lib/sales/cart/delete-old-carts.server.ts';
import { sweepConfirmations } from '#lib/sales/cash-confirmation/sweep-confirmations.server.ts';
import { sweepExchanges } from '#lib/sales/exchanges/exchange-admin.server.ts';
import { deleteOldDrafts } from '#lib/sales/manual-orders/drafts.server.ts';
import { countSoldItems } from '#lib/sales/orders/count-sold.server.ts';
import { deleteOldHolds } from '#lib/sales/orders/holds/hold-limits.server.ts';
import { sweepHolds } from '#lib/sales/orders/holds/order-hold.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { deleteOldKeys } from '#lib/sales/orders/record/idempotency.server.ts';
import { creditSwatches } from '#lib/sales/orders/swatches/credit-swatches.server.ts';
import { checkUnfinishedPayments } from '#lib/sales/payments/payments.server.ts';
import { deleteOldLabels } from '#lib/sales/shipping/delete-old-labels.server.ts';
import { runShipments } from '#lib/sales/shipping/run-shipments.server.ts';
import { trackShipments } from '#lib/sales/shipping/track-shipments.server.ts';
import { letterhead } from '#lib/shop/settings/shop-settings.server.ts';
import { deleteOldVitals, saveVitals } from '#lib/shop/web-vitals/record-vitals.server.ts';

/** A sale that becomes due within this time is applied on time, because the job waits for it. */
const SALES_CHECK_INTERVAL_MS = 5 * SECOND_MS;

/**
 * Starts the jobs. Several machines may run the same job at the same time. On one machine, only the first worker runs
 * most of the jobs: `isFirst` is true in exactly one process of a machine. `build` is the build that this process
 * renders. Returns a function that stops the jobs.
 */
export function startJobs(shop: Shop, { build, isFirst }: { build: string; isFirst: boolean }): () => Promise<void> {
  const { cdn } = shop.settings;
  const purgers = isFirst && cdn ? cdn.purgeUrls.map((purgeUrl) => new CdnPurger(shop, cdn, purgeUrl, build)) : [];
  const stops = [
    // Save the data that this process has recorded in memory.
    every(10 * SECOND_MS, 'save searches without results', () => saveMisses(shop), shop.log),
    every(10 * SECOND_MS, 'save web vitals', () => saveVitals(shop), shop.log),
    every(SECOND_MS, 'check the database version', newerDatabaseWatch(shop), shop.log),
    ...(isFirst ? startSharedJobs(shop) : []),
    ...purgers.map((purger) => every(SECOND_MS / 2, 'purge the CDN', () => purger.purgePending(), shop.log)),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    await Promise.all(purgers.map((purger) => purger.release()));
  };
}

export interface Job {
  everyMs: number;
  name: string;
  run(signal: AbortSignal): Promise<unknown>;
}

function startSharedJobs(shop: Shop): (() => Promise<void>)[] {
  const adjustToClock = clockJumpWatch(shop);
  return sharedJobs(shop).map(({ everyMs, name, run }) => {
    const work = async (signal: AbortSignal) => {
      await adjustToClock();
      const actor: Actor = { kind: 'job', id: name, name: 'Taana', origin: name };
      return runAs(actor, () => run(signal));
    };
    return every(everyMs, name, work, shop.log);
  });
}

/** Returns the jobs in the order in which they start. */
export function sharedJobs(shop: Shop): Job[] {
  const pregenerator = new PicturePregenerator(shop);
  const mailSender = newMailSender(shop.upstreams.faults, () => letterhead(shop.db));
  const { db, now } = shop;
  const hasWaitingWork = waitingWork(shop);
  // Only one process at a time appends new entries to the chain.
  const auditLease = jobLease(shop, 'audit log', MINUTE_MS);
  const job = (everyMs: number, name: string, run: Job['run']): Job => ({ everyMs, name, run });
  const waitingJob = (kind: WorkKind, name: string, run: Job['run']) =>
    job(WORK_CHECK_INTERVAL_MS, name, async (signal) => (await hasWaitingWork(kind)) && run(signal));
  return [
    job(5 * SECOND_MS, 'seal the audit log', async () => (await auditLease.acquire()) && sealAudit(db)),
    waitingJob('orders', 'make orders searchable', (signal) => indexOrders(db, signal)),
    job(SECOND_MS, 'mail', (signal) => sendDueMail(shop, mailSender, signal)),
    job(MINUTE_MS, 'correct future times', futureTimesWatch(shop)),
    job(SECOND_MS, 'check GST rates of products', holdBackWatch(shop)),
    job(SECOND_MS, 'update colours of products', colorFamiliesWatch(shop)),
    job(SECOND_MS, 'update summaries of articles', articleSummariesWatch(shop)),
    job(SECOND_MS, 'update pages at planned times', scheduledContentWatch(shop)),
    job(SALES_CHECK_INTERVAL_MS, 'start and end sales', (signal) =>
      applySalesOnTime(shop, SALES_CHECK_INTERVAL_MS, signal),
    ),
    waitingJob('bulkActions', 'change products in bulk', (signal) => runBulkActions(shop, signal)),
    job(HOUR_MS, 'delete old bulk changes', () => deleteOldBulkActions(shop)),
    waitingJob('importPreviews', 'preview imports of products', (signal) => planImports(shop, signal)),
    waitingJob('imports', 'import products', (signal) => runImports(shop, signal)),
    job(HOUR_MS, 'delete old imports', () => deleteOldImports(shop)),
    job(HOUR_MS, 'delete old searches without results', () => deleteOldMisses(shop)),
    job(HOUR_MS, 'delete old web vitals', () => deleteOldVitals(shop)),
    job(MINUTE_MS, 'delete expired rows', () => deleteExpiredAuthRows(shop)),
    job(30 * SECOND_MS, 'release holds of unpaid orders', () => sweepAndReport(shop, sweepHolds, 'unpaid order')),
    job(30 * SECOND_MS, 'send reminders for unconfirmed orders, and release them', () =>
      sweepAndReport(shop, sweepConfirmations, 'unconfirmed cash order'),
    ),
    job(5 * MINUTE_MS, 'count sold items', () => countSoldItems(db)),
    job(5 * SECOND_MS, 'count the stock of products', (signal) => updateProductStock(db, now(), signal)),
    job(10 * MINUTE_MS, 'expire exchanges', () => sweepAndReport(shop, sweepExchanges, 'exchange')),
    job(HOUR_MS, 'delete idempotency keys', () => deleteOldKeys(db.write, now())),
    job(HOUR_MS, 'delete old holds', () => deleteOldHolds(shop)),
    job(HOUR_MS, 'delete request attempts', () => deleteOldAttempts(db.write, now())),
    job(10 * SECOND_MS, 'credit swatches', () => creditSwatches(shop)),
    job(30 * SECOND_MS, 'check waiting payments', () => checkUnfinishedPayments(shop)),
    job(SECOND_MS, 'book parcels with couriers', (signal) => runShipments(shop, signal)),
    job(5 * MINUTE_MS, 'track parcels', (signal) => trackShipments(shop, signal)),
    job(HOUR_MS, 'delete old courier labels', () => deleteOldLabels(shop)),
    job(MINUTE_MS, 'delete old mails', () => pruneMail(shop)),
    job(HOUR_MS, 'delete abandoned carts', () => deleteOldCarts(shop)),
    job(HOUR_MS, 'delete old draft orders', () => deleteOldDrafts(shop)),
    job(10 * SECOND_MS, 'send back-in-stock mails', (signal) => notifyWaitingCustomers(shop, signal)),
    job(HOUR_MS, 'delete old back-in-stock requests', () => deleteOldRestockRequests(shop)),
    job(HOUR_MS, 'delete old tickets and messages', () => deleteOldSupport(shop)),
    job(MINUTE_MS, 'backup', (signal) => backUpAndReport(shop, signal)),
    job(MINUTE_MS, 'notify the owner', () => notifyOwnerOfFaults(shop)),
    job(MINUTE_MS, 'send the morning summary', () => sendDigest(shop)),
    job(10 * SECOND_MS, 'prepare pictures', (signal) => pregenerator.runRound(signal)),
    job(HOUR_MS, 'delete unused files', () => sweepUnusedFiles(shop)),
  ];
}
