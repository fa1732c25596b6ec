import { sql } from 'kysely';
import { COUPON_MAX_CHARACTERS, couponCode } from '#lib/cart/coupon.ts';
import type { CouponTable } from '#lib/db/tables/cart.ts';
import { formatPaise, rupeesToPaise } from '#lib/money/money.ts';
import { type Command, type CommandShop, needed, UsageError, withShop } from '#lib/shop/command.server.ts';

const INDIA_OFFSET_MS = 330 * 60_000;
const DAY_MS = 86_400_000;
type Texts = (name: string) => string | undefined;

/** `coupons list|add|drop`: a dropped one stays in the list, for the orders that used it, until its code is given anew. */
export const couponsCommand: Command = {
  name: 'coupons',
  usage: [
    ['coupons list', 'all coupons, with how often each was used'],
    ['coupons add CODE --percent N | --fixed RUPEES …', '--free-delivery, --minimum RUPEES, --from DAY, --until DAY,'],
    ['', '--uses N, --per-customer N: what it takes off, and when'],
    ['coupons drop CODE', 'it can’t be used any more'],
  ],
  options: {
    percent: { type: 'string' },
    fixed: { type: 'string' },
    'free-delivery': { type: 'boolean' },
    minimum: { type: 'string' },
    from: { type: 'string' },
    until: { type: 'string' },
    uses: { type: 'string' },
    'per-customer': { type: 'string' },
  },
  run([verb, typed], options) {
    if (verb === 'list') return withShop(list);
    if (verb !== 'add' && verb !== 'drop') throw new UsageError('coupons needs list, add or drop.');
    const code = couponCode(needed(typed, `coupons ${verb}`, 'a code'));
    if (verb === 'drop') return withShop((shop) => drop(shop, code));
    const text = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined);
    const coupon = couponOf(code, text, options['free-delivery'] === true);
    return withShop((shop) => add(shop, coupon));
  },
};

function couponOf(code: string, text: Texts, isFreeDelivery: boolean): Omit<CouponTable, 'created_at'> {
  if (!/^[\p{L}\p{N}_-]+$/u.test(code) || code.length > COUPON_MAX_CHARACTERS) {
    throw new UsageError(`"${code}" is no code: letters and digits, ${COUPON_MAX_CHARACTERS} at most.`);
  }
  const percent = whole(text, 'percent');
  const fixedPaise = paise(text, 'fixed');
  const given = [percent !== undefined, fixedPaise !== undefined, isFreeDelivery].filter(Boolean).length;
  if (given !== 1) throw new UsageError('A coupon takes one of --percent, --fixed and --free-delivery.');
  if (percent !== undefined && (percent < 1 || percent > 100)) throw new UsageError('--percent is from 1 to 100.');
  return {
    code,
    kind: isFreeDelivery ? 'free_delivery' : percent === undefined ? 'fixed' : 'percent',
    value: percent ?? fixedPaise ?? 0,
    minimum_paise: paise(text, 'minimum') ?? 0,
    starts_at: day(text, 'from') ?? null,
    // The last day counts until its midnight in India.
    ends_at: endOf(day(text, 'until')),
    uses_left: whole(text, 'uses') ?? null,
    per_customer: whole(text, 'per-customer') ?? null,
    active: 1,
  };
}

function whole(text: Texts, name: string): number | undefined {
  const typed = text(name);
  if (typed === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(typed)) throw new UsageError(`--${name} needs a whole number, not "${typed}".`);
  return Number(typed);
}

function paise(text: Texts, name: string): number | undefined {
  const typed = text(name);
  if (typed === undefined) return undefined;
  const amount = /^\d{1,8}(?:\.\d{1,2})?$/.test(typed) ? rupeesToPaise(Number(typed)) : undefined;
  if (amount === undefined) throw new UsageError(`--${name} needs rupees, such as 200 or 99.50, not "${typed}".`);
  return amount;
}

function day(text: Texts, name: string): number | undefined {
  const typed = text(name);
  if (typed === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(typed) ? Date.parse(`${typed}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) throw new UsageError(`--${name} needs a day such as 2026-12-31, not "${typed}".`);
  return at - INDIA_OFFSET_MS;
}

function endOf(startOfDay: number | undefined): number | null {
  return startOfDay === undefined ? null : startOfDay + DAY_MS;
}

async function add({ db, now }: CommandShop, coupon: Omit<CouponTable, 'created_at'>): Promise<number> {
  const row = { ...coupon, created_at: now() };
  const added = await db.write
    .insertInto('coupon')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doUpdateSet(row).where('coupon.active', '=', 0))
    .returning('code')
    .executeTakeFirst();
  if (!added) throw new UsageError(`There is a coupon ${coupon.code} already; drop it first.`);
  console.log(summary(row, 0));
  return 0;
}

async function drop({ db }: CommandShop, code: string): Promise<number> {
  const dropped = await db.write
    .updateTable('coupon')
    .set({ active: 0 })
    .where('code', '=', code)
    .where('active', '=', 1)
    .returning('code')
    .executeTakeFirst();
  if (!dropped) throw new UsageError(`There is no coupon ${code} in use.`);
  console.log(`${code} can’t be used any more.`);
  return 0;
}

async function list({ db }: CommandShop): Promise<number> {
  const coupons = await db.write.selectFrom('coupon').selectAll().orderBy('code').execute();
  const uses = await db.write
    .selectFrom('coupon_use')
    .select(['code', sql<number | string>`count(*)`.as('uses')])
    .groupBy('code')
    .execute();
  const usesOf = new Map(uses.map((row) => [row.code, Number(row.uses)]));
  for (const coupon of coupons) console.log(summary(coupon, usesOf.get(coupon.code) ?? 0));
  if (coupons.length === 0) console.log('No coupons.');
  return 0;
}

function summary(coupon: CouponTable, uses: number): string {
  const date = (at: number) => new Date(at + INDIA_OFFSET_MS).toISOString().slice(0, 10);
  const takesOff = {
    percent: `${coupon.value} %`,
    fixed: `₹${formatPaise(coupon.value)}`,
    free_delivery: 'free delivery',
  }[coupon.kind];
  const parts = [
    takesOff,
    coupon.minimum_paise > 0 && `from ₹${formatPaise(coupon.minimum_paise)}`,
    coupon.starts_at !== null && `since ${date(coupon.starts_at)}`,
    coupon.ends_at !== null && `until ${date(coupon.ends_at - 1)}`,
    coupon.uses_left !== null && `${coupon.uses_left} left`,
    coupon.per_customer !== null && `${coupon.per_customer} a customer`,
    `used ${uses} times`,
    coupon.active === 0 && 'DROPPED',
  ];
  return `${coupon.code.padEnd(14)} ${parts.filter(Boolean).join(', ')}`;
}
