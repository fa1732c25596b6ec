import { Command, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { type CommandShop, readShop, UsageError, withShop } from '#lib/platform/cli/command.server.ts';
import { readDay } from '#lib/primitives/calendar-day.ts';
import { DAY_MS, IST_OFFSET_MS } from '#lib/primitives/durations.ts';
import { type Coupon, couponCode } from '#lib/sales/cart/coupons/coupon.ts';
import { COUPON_FORM_MESSAGES, couponCodeField } from '#lib/sales/cart/coupons/coupon-form.schema.ts';
import { couponSummary } from '#lib/sales/cart/coupons/coupon-summary.ts';
import { listCoupons } from '#lib/sales/cart/coupons/list-coupons.server.ts';
import { addCoupon, deactivateCoupon, type NewCoupon } from '#lib/sales/cart/coupons/manage-coupons.server.ts';
import { rupeesToPaise } from '#lib/shop/money/money.ts';

/** A dropped coupon is still listed, for the orders that have used it, until a coupon with the same code is added. */
export function couponsCommand(): CommandUnknownOpts {
  const coupons = new Command('coupons').description('manage coupons');
  coupons
    .command('list')
    .description('list all coupons and how often each was used')
    .action(() => readShop(list));
  coupons
    .command('add')
    .description('add a coupon for a percentage, a fixed amount or free delivery')
    .argument('<code>', '', parseCode)
    .option('--percent <n>', 'discount on the items, in percent', parsePercent)
    .option('--fixed <rupees>', 'discount in rupees', parseRupees)
    .option('--free-delivery', 'free delivery')
    .option('--minimum <rupees>', 'minimum value of the items, in rupees', parseRupees)
    .option('--from <day>', 'first day, such as 2026-12-01', parseFirstDay)
    .option('--until <day>', 'last day (Indian time)', (day) => parseFirstDay(day) + DAY_MS)
    .option('--uses <n>', 'how often it can be used in total', parseWholeNumber)
    .option('--per-customer <n>', 'how often each customer can use it', parseWholeNumber)
    .option('--category <slug>', 'only for this category and its subcategories; repeat it for several', collect)
    .option('--product <sku>', 'only for this product, by SKU or URL; repeat it for several', collect)
    .usage(
      'CODE --percent N|--fixed RUPEES|--free-delivery [--minimum RUPEES] [--from DAY] [--until DAY] [--uses N] [--per-customer N] [--category SLUG …] [--product SKU …]',
    )
    .action((code, options) => withShop((shop) => add(shop, couponFrom(code, options))));
  coupons
    .command('drop')
    .description('deactivate a coupon')
    .argument('<code>', '', couponCode)
    .usage('CODE')
    .action((code) => withShop((shop) => drop(shop, code)));
  return coupons;
}

interface CouponOptions {
  percent?: number;
  fixed?: number;
  freeDelivery?: true;
  minimum?: number;
  from?: number;
  until?: number;
  uses?: number;
  perCustomer?: number;
  category?: string[];
  product?: string[];
}

function couponFrom(code: string, options: CouponOptions): NewCoupon {
  const { percent, fixed, freeDelivery } = options;
  const kindCount = [percent, fixed, freeDelivery].filter((option) => option !== undefined).length;
  if (kindCount !== 1) throw new UsageError('A coupon needs exactly one of --percent, --fixed and --free-delivery.');
  return {
    code,
    kind: freeDelivery ? 'free_delivery' : percent === undefined ? 'fixed' : 'percent',
    value: percent ?? fixed ?? 0,
    minimum_paise: options.minimum ?? 0,
    starts_at: options.from ?? null,
    ends_at: options.until ?? null,
    uses_left: options.uses ?? null,
    per_customer: options.perCustomer ?? null,
    categories: options.category ?? [],
    products: options.product ?? [],
  };
}

function parseCode(value: string): string {
  const { data, success } = couponCodeField.safeParse(value);
  if (success) return data;
  throw new InvalidArgumentError(COUPON_FORM_MESSAGES.code);
}

function collect(value: string, previousValues: string[] = []): string[] {
  return [...previousValues, value.trim()];
}

function parseWholeNumber(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('Enter a whole number of at least 1.');
  return Number(value);
}

function parsePercent(value: string): number {
  const percent = parseWholeNumber(value);
  if (percent > 100) throw new InvalidArgumentError('Enter a number from 1 to 100.');
  return percent;
}

function parseRupees(value: string): number {
  const paise = /^\d{1,8}(?:\.\d{1,2})?$/.test(value) ? rupeesToPaise(Number(value)) : undefined;
  if (paise === undefined) throw new InvalidArgumentError(COUPON_FORM_MESSAGES.rupees);
  return paise;
}

function parseFirstDay(value: string): number {
  const dayMs = readDay(value);
  if (dayMs === undefined) throw new InvalidArgumentError(COUPON_FORM_MESSAGES.day);
  return dayMs - IST_OFFSET_MS;
}

async function add(shop: CommandShop, coupon: NewCoupon): Promise<void> {
  console.log(summary(await addCoupon(shop, coupon), 0));
}

async function drop(shop: CommandShop, code: string): Promise<void> {
  await deactivateCoupon(shop, code);
  console.log(`${code} can’t be used any more.`);
}

async function list({ db }: CommandShop): Promise<void> {
  const coupons = await listCoupons(db);
  for (const coupon of coupons) console.log(summary(coupon, coupon.uses));
  if (coupons.length === 0) console.log('No coupons.');
}

function summary(coupon: Coupon, uses: number): string {
  return `${coupon.code.padEnd(14)} ${couponSummary(coupon, uses)}${coupon.active === 0 ? ', DROPPED' : ''}`;
}
