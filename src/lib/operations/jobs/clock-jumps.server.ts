import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { CODE_LIFETIME_MS, LINK_LIFETIME_MS } from '#lib/customers/auth/codes.ts';
import { type LimitedTimeColumn, limitedTimeColumns, MIN_JUMP_MS } from '#lib/operations/jobs/future-times.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import { countText, plural } from '#lib/primitives/plural.ts';
import { sweepConfirmations } from '#lib/sales/cash-confirmation/sweep-confirmations.server.ts';
import { sweepExchanges } from '#lib/sales/exchanges/exchange-admin.server.ts';
import { sweepHolds } from '#lib/sales/orders/holds/order-hold.server.ts';
import { notifyOwnerOnce } from '#lib/shop/owner-notices/notify-owner.server.ts';

type WatchedShop = Pick<Shop, 'db' | 'now' | 'log'> & { settings: Pick<Settings, 'holds'> };

/** Jumps detected within this time count as one jump, because all processes detect a jump within a few seconds. */
const SAME_JUMP_MS = MINUTE_MS;
const NOTE = 'clock_jump';

/** Returns the columns on which deadlines depend. A valid time is at most `maxAheadMs` in the future. */
export function deadlineColumns(settings: Pick<Settings, 'holds'>): LimitedTimeColumn[] {
  return [
    ...limitedTimeColumns(settings),
    { table: 'code_challenge', column: 'created_at', maxAheadMs: 0 },
    { table: 'code_challenge', column: 'expires_at', maxAheadMs: CODE_LIFETIME_MS },
    { table: 'sign_in_link', column: 'expires_at', maxAheadMs: LINK_LIFETIME_MS },
    { table: 'outbox', column: 'expires_at', maxAheadMs: LINK_LIFETIME_MS },
    { table: 'mail_lease', column: 'expires_at', maxAheadMs: MINUTE_MS },
    { table: 'payment_beginning', column: 'begun_at', maxAheadMs: 0 },
    { table: 'payment_attempt', column: 'created_at', maxAheadMs: 0 },
    { table: 'stock_hold', column: 'created_at', maxAheadMs: 0 },
    { table: 'idempotency_key', column: 'created_at', maxAheadMs: 0 },
    { table: 'cart', column: 'updated_at', maxAheadMs: 0 },
    { table: 'orders', column: 'delivered_at', maxAheadMs: 0 },
  ];
}

/**
 * When a slow clock is corrected, all stored times appear older than they are. The returned function moves the times
 * written by the slow clock, so that deadlines keep their remaining time. A machine that was suspended is treated in
 * the same way, because nobody could pay in the meantime. The function is cheap and must be called before each job, so
 * that no job compares the new time with times that have not been moved yet. The monotonic clock `monotonicMs` is used
 * to detect jumps.
 */
export function clockJumpWatch(shop: WatchedShop, monotonicMs = () => performance.now()): () => Promise<void> {
  let offsetMs = shop.now() - monotonicMs();
  /** When the watch began, or the last jump was detected. Only later times were written with the current offset. */
  let since = shop.now();
  let currentCheck: Promise<void> | undefined;

  async function handleCurrentJump(): Promise<void> {
    const now = shop.now();
    const jumpMs = Math.round(now - monotonicMs() - offsetMs);
    if (Math.abs(jumpMs) < MIN_JUMP_MS) return;
    if (jumpMs > 0) await handleJump(shop, { jumpMs, since, now });
    offsetMs += jumpMs;
    since = now;
  }

  return () => {
    currentCheck ??= handleCurrentJump().finally(() => {
      currentCheck = undefined;
    });
    return currentCheck;
  };
}

interface Jump {
  jumpMs: number;
  since: number;
  now: number;
}

async function handleJump({ db, log, settings }: WatchedShop, jump: Jump): Promise<void> {
  const movedCount = await transaction(db, async (tx) => {
    if (!(await claimJump(tx, jump))) return undefined;
    const count = await moveTimes(tx, settings, jump);
    const after = { times: count, ms: jump.jumpMs };
    const event = { action: 'move deadlines', record: { kind: 'clock', id: '' }, after };
    if (count > 0) await recordAudit(tx, event, jump.now);
    return count;
  });
  if (movedCount === undefined) return;
  log.warn(
    { jumpMs: jump.jumpMs, moved: movedCount },
    'the clock was set forward: deadlines keep their remaining time',
  );
  const lines = [
    `The clock of the server was set forward by ${countText(Math.round(jump.jumpMs / MINUTE_MS), 'minute')}. Unpaid orders, codes, sessions and exchanges keep their remaining time.`,
  ];
  await notifyOwnerOfWrongClock(db, lines, jump.now);
}

/** Records the jump. Returns true if this process must move the times, and false if another process does. */
async function claimJump(tx: Tx, { jumpMs, now }: Jump): Promise<boolean> {
  const result = await tx
    .insertInto('installation_note')
    .values({ name: NOTE, value: String(jumpMs), at: now })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: String(jumpMs), at: now })
        .where((eb) =>
          eb.or([
            eb('installation_note.at', '<', now - SAME_JUMP_MS),
            eb('installation_note.at', '>', now + SAME_JUMP_MS),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function moveTimes(tx: Tx, settings: Pick<Settings, 'holds'>, { jumpMs, since, now }: Jump): Promise<number> {
  let movedCount = 0;
  for (const { table, column, maxAheadMs, condition } of deadlineColumns(settings)) {
    const [from, to] = [since, now - jumpMs + maxAheadMs + MIN_JUMP_MS];
    const { numAffectedRows } =
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${jumpMs}
      where ${sql.ref(column)} >= ${from} and ${sql.ref(column)} <= ${to}
        and ${sql.raw(condition ?? '1 = 1')}`.execute(tx);
    movedCount += Number(numAffectedRows ?? 0n);
  }
  return movedCount;
}

type SweepShop = Parameters<typeof sweepHolds>[0] & Pick<Shop, 'log'>;

/** Runs `sweepHolds` for unpaid orders. Logs extended deadlines and notifies the owner of them. */
export async function sweepHoldsAndReport(shop: SweepShop): Promise<void> {
  const { extendedCount } = await sweepHolds(shop);
  await reportExtendedDeadlines(shop, extendedCount, 'unpaid order');
}

/** Runs `sweepConfirmations` for unconfirmed cash orders. Logs extended deadlines and notifies the owner of them. */
export async function sweepConfirmationsAndReport(shop: SweepShop): Promise<void> {
  const { extendedCount } = await sweepConfirmations(shop);
  await reportExtendedDeadlines(shop, extendedCount, 'unconfirmed cash order');
}

/** Runs `sweepExchanges`. Logs extended deadlines and notifies the owner of them. */
export async function sweepExchangesAndReport(shop: SweepShop): Promise<void> {
  const { extendedCount } = await sweepExchanges(shop);
  await reportExtendedDeadlines(shop, extendedCount, 'exchange');
}

async function reportExtendedDeadlines(
  { db, log, now }: SweepShop,
  extendedCount: number,
  subject: string,
): Promise<void> {
  if (extendedCount === 0) return;
  log.warn(
    { extended: extendedCount, what: subject },
    'overdue for more than an hour because the shop was down or its clock was wrong: deadlines are extended',
  );
  const lines = [
    `${countText(extendedCount, subject)} ${plural(extendedCount, 'was', 'were')} overdue for more than an hour, because the shop was down or its clock was wrong. ${plural(extendedCount, 'Its deadline was', 'Their deadlines were')} extended.`,
  ];
  await notifyOwnerOfWrongClock(db, lines, now());
}

async function notifyOwnerOfWrongClock(db: Shop['db'], lines: string[], now: number): Promise<void> {
  const notice = { heading: 'The clock of the shop was wrong', lines, command: 'doctor', thread: 'clock' };
  await notifyOwnerOnce(db, 'clock', `${indianIsoDay(now)} ${lines.join()}`, notice, now);
}
