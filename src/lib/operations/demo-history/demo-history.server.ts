import { performance } from 'node:perf_hooks';
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { customerSteps } from '#lib/operations/demo-history/customer-steps.server.ts';
import { markMailsSent } from '#lib/operations/demo-history/history-mails.server.ts';
import {
  claimSteps,
  finishHistory,
  type HistoryProgress,
  readProgress,
  saveProgress,
} from '#lib/operations/demo-history/history-progress.server.ts';
import { type HistoryStep, SKIPPED, type StepContext, timesBefore } from '#lib/operations/demo-history/history-step.ts';
import { orderSteps } from '#lib/operations/demo-history/order-steps.server.ts';
import { readVariants } from '#lib/operations/demo-history/read-variants.server.ts';
import { ticketSteps } from '#lib/operations/demo-history/support-steps.server.ts';
import { visitorSteps } from '#lib/operations/demo-history/visitor-steps.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { isDatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';
import { asOneTransaction } from '#lib/platform/db/transaction.server.ts';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';

/** Several steps share a commit, which takes longer than a step. With more steps, other writers would wait longer. */
const MAX_STEPS_PER_TRANSACTION = 8;

/**
 * Adds a month of orders and messages to a new demo shop, with the same use cases as for visitors and the owner. Does
 * nothing if `planHistory` has not planned the history, or if the shop was used before the first step. Small
 * transactions save the steps together with the progress, so no step is half done if the process is killed, and the
 * next start continues. Visitors can use the shop in the meantime.
 */
export async function runDemoHistory(shop: Shop, isStopping: () => boolean = () => false): Promise<void> {
  const { settings, db, log, now } = shop;
  if (settings.mode !== 'demo' || !settings.demoHistory) return;
  const initialProgress = await readProgress(db);
  if (!initialProgress) return;
  if (initialProgress.next === 0 && (await isShopInUse(db))) return finishHistory(db, now());
  const history = { steps: historySteps(initialProgress.startedAt), variants: await readVariants(db) };
  const quietShop = { ...shop, log: log.child({ part: 'demo history' }, { level: 'error' }) };
  const startMs = performance.now();
  let batchSize = MAX_STEPS_PER_TRANSACTION;
  let progress: HistoryProgress | undefined = initialProgress;
  while (progress && !isStopping()) {
    if (progress.next === history.steps.length) {
      await finishHistory(db, now());
      const ms = Math.round(performance.now() - startMs);
      log.info({ steps: progress.next - initialProgress.next, ms }, 'added the history of the demo');
      return;
    }
    batchSize = await runNextSteps(quietShop, history, progress, batchSize);
    progress = await readProgress(db);
  }
}

type History = Pick<StepContext, 'variants'> & { steps: readonly HistoryStep[] };

/** Returns the steps in the order of their times. Steps at the same time keep the order of the lists. */
function historySteps(startedAt: number): HistoryStep[] {
  const timeOf = timesBefore(startedAt);
  const steps = [...customerSteps(timeOf), ...orderSteps(timeOf), ...ticketSteps(timeOf), ...visitorSteps(timeOf)];
  return steps.toSorted((a, b) => a.at - b.at);
}

async function isShopInUse({ write }: ShopDatabase): Promise<boolean> {
  const order = await write.selectFrom('orders').select('id').limit(1).executeTakeFirst();
  const customer = await write.selectFrom('customer').select('id').limit(1).executeTakeFirst();
  return order !== undefined || customer !== undefined;
}

/**
 * Runs the next steps. Returns how many steps to run in the next transaction: half as many if the database was
 * unavailable, usually because the transaction exceeded its time limit on a busy machine. Skips a step that a visitor
 * or the owner has made impossible.
 */
async function runNextSteps(
  shop: Shop,
  history: History,
  progress: HistoryProgress,
  batchSize: number,
): Promise<number> {
  try {
    await runSteps(shop, history, progress, batchSize);
  } catch (error) {
    if (batchSize > 1 && isDatabaseUnavailable(error)) return Math.ceil(batchSize / 2);
    throwUnlessImpossible(error);
    await runSteps(shop, history, progress, 1).catch(async (retryError: unknown) => {
      throwUnlessImpossible(retryError);
      shop.log.error({ err: retryError, step: progress.next }, 'skipped a step of the demo history');
      await runSteps(shop, history, progress, 1, async () => {});
    });
  }
  return batchSize;
}

function throwUnlessImpossible(error: unknown): void {
  if (!isShopError(error) && codeOf(error) !== SKIPPED) throw error;
}

/** Runs the next `count` steps in one transaction, unless another process has done them. */
function runSteps(
  shop: Shop,
  { steps, variants }: History,
  progress: HistoryProgress,
  count: number,
  run = (step: HistoryStep, context: StepContext) => step.run(context),
): Promise<void> {
  const nextSteps = steps.slice(progress.next, progress.next + count);
  return asOneTransaction(shop.db, async (db) => {
    if (!(await claimSteps(db, progress))) return;
    const ids = new Map(Object.entries(progress.ids));
    for (const step of nextSteps) {
      // Each step has separate upstreams, because their background work belongs to this transaction.
      const stepShop = { ...shop, db, now: () => step.at, upstreams: new Upstreams(shop.log) };
      await run(step, { shop: stepShop, variants, ids });
      await yieldToRequests();
    }
    const { at } = nextSteps.at(-1) ?? { at: progress.startedAt };
    await markMailsSent(db, at);
    await saveProgress(db, { ...progress, next: progress.next + nextSteps.length, ids: Object.fromEntries(ids) }, at);
  });
}
