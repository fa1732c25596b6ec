import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';
import {
  type Budget,
  currentCount,
  decrementCount,
  networkBudgets,
  spendBudgets,
} from '#lib/platform/http/network/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';

type BudgetShop = Pick<Shop, 'db' | 'settings' | 'now'>;

export interface Sender {
  /** The customer's id or, for a visitor who is not logged in, the name that the endpoint gives the uploader. */
  id: string;
  networks: Networks;
}

/** The bytes in a kilobyte, the unit of budgets for bytes. */
const KB = 1024;
const KB_PER_MB = 1024;
const MAX_FORMS_PER_HOUR = { sender: 60, network: 600 };
const MAX_PICTURES_PER_HOUR = { sender: 200, network: 2_000 };
/** Enough for the largest form (product.md, "Files"), 20 files of 10 MB, once an hour. */
const SENDER_KB = { perHour: 250 * KB_PER_MB, perDay: 500 * KB_PER_MB };
/** The part of the shop's daily limit that one home may use. */
const NETWORK_SHARE = 0.4;

export const SENDER_LIMIT_REACHED = 'You have sent us many files. Please wait an hour and try again.';
export const SHOP_LIMIT_REACHED =
  'The shop has received many files today. Please try again tomorrow, or write without files.';

/** Counts a form with files. Throws `too_many` if the sender or a network has sent too many forms in an hour. */
export function spendForm(shop: BudgetShop, sender: Sender): Promise<void> {
  return spendBudgets(shop, hourlyBudgets('upload', sender, MAX_FORMS_PER_HOUR), SENDER_LIMIT_REACHED);
}

/**
 * Counts pictures, because encoding them takes processor time. Throws `too_many` if the sender or a network has sent
 * too many pictures in an hour.
 */
export async function spendPictures(shop: BudgetShop, sender: Sender, pictureCount: number): Promise<void> {
  if (pictureCount === 0) return;
  const budgets = hourlyBudgets('pictures', sender, MAX_PICTURES_PER_HOUR);
  await spendBudgets(shop, budgets, SENDER_LIMIT_REACHED, pictureCount);
}

function hourlyBudgets(name: string, sender: Sender, max: { sender: number; network: number }): Budget[] {
  return [
    { key: `${name}:${sender.id}`, max: max.sender, windowMs: HOUR_MS },
    ...networkBudgets(sender.networks, { key: name, max: max.network, windowMs: HOUR_MS }),
  ];
}

interface ByteBudget extends Budget {
  message: string;
}

function byteBudgets({ settings }: BudgetShop, { id, networks }: Sender): ByteBudget[] {
  const shopKb = settings.uploadMbADay * KB_PER_MB;
  const senderBudgets = [
    { key: `upload-kb:${id}:hour`, max: SENDER_KB.perHour, windowMs: HOUR_MS },
    { key: `upload-kb:${id}:day`, max: SENDER_KB.perDay, windowMs: DAY_MS },
    ...networkBudgets(networks, { key: 'upload-kb', max: Math.ceil(shopKb * NETWORK_SHARE), windowMs: DAY_MS }),
  ];
  return [
    ...senderBudgets.map((budget) => ({ ...budget, message: SENDER_LIMIT_REACHED })),
    { key: 'upload-kb', max: shopKb, windowMs: DAY_MS, message: SHOP_LIMIT_REACHED },
  ];
}

/** Returns how many bytes all budgets still allow, with the message of the budget that allows the fewest. */
export async function bytesLeft(shop: BudgetShop, sender: Sender): Promise<{ maxBytes: number; message: string }> {
  let smallestBudget = { maxBytes: Number.POSITIVE_INFINITY, message: '' };
  for (const { key, max, windowMs, message } of byteBudgets(shop, sender)) {
    const bytes = Math.max(0, max - (await currentCount(shop.db, shop.now(), key, windowMs))) * KB;
    if (bytes < smallestBudget.maxBytes) smallestBudget = { maxBytes: bytes, message };
  }
  return smallestBudget;
}

/**
 * Counts bytes, and returns a function that undoes the count. Throws `too_many`, without counting any bytes, if a
 * budget is exhausted.
 */
export async function spendBytes(shop: BudgetShop, sender: Sender, bytes: number): Promise<() => Promise<void>> {
  const kb = Math.ceil(bytes / KB);
  const spentBudgets: ByteBudget[] = [];
  const spentAt = shop.now();
  const refund = async () => {
    for (const { key } of spentBudgets) await decrementCount(shop, key, spentAt, kb);
  };
  if (kb === 0) return refund;
  for (const budget of byteBudgets(shop, sender)) {
    spentBudgets.push(budget);
    await spendBudgets(shop, [budget], budget.message, kb).catch(async (error: unknown) => {
      await refund();
      throw error;
    });
  }
  return refund;
}

/**
 * Returns the sender of a form with files. Throws `not_logged_in` if the visitor is not logged in and `uploader` is
 * undefined.
 */
export function senderOf({ session, networks }: App.Locals, uploader?: string): Sender {
  const id = session?.customer.id ?? uploader;
  if (id === undefined) throw new ShopError('not_logged_in', 'Please log in to send files.');
  return { id, networks };
}
