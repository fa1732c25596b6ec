import type { Challenge, ChallengePurpose } from '#lib/customers/auth/challenges.server.ts';
import { LONG_CODE_DIGITS, WRONG_CODES_PER_DAY, WRONG_CODES_UNTIL_LINK } from '#lib/customers/auth/codes.ts';
import { isKnownDevice } from '#lib/customers/auth/log-in-out.server.ts';
import { currentCount, decrementCount, incrementCount } from '#lib/platform/http/network/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

type WrongCodeShop = Pick<Shop, 'db' | 'log' | 'now'>;

const WRONG_CODES_KEY = 'wrong-codes';
/** The purposes whose wrong codes can lock an account. Codes for other purposes only verify an address. */
const LOGIN_PURPOSES = new Set<ChallengePurpose>(['login', 'register']);

/** An attempt that counts as a wrong code until its code is compared, so that parallel attempts keep to the limit. */
export interface ReservedWrongCode {
  at: number;
  /**
   * The number of wrong codes today, including this code; undefined if this code does not count towards the daily
   * limit.
   */
  countToday: number | undefined;
  customerId: string | undefined;
}

/** Returns whether the whole shop has reached its daily limit on wrong codes. */
export async function isDailyLimitReached({ db, now }: WrongCodeShop): Promise<boolean> {
  return (await currentCount(db, now(), WRONG_CODES_KEY, DAY_MS)) >= WRONG_CODES_PER_DAY;
}

/**
 * Counts a code as wrong before it is compared. Codes that are too long to guess, and codes from known devices, don't
 * count towards the shop's daily limit. Returns the reservation, or the reason why the code must be rejected.
 */
export async function reserveWrongCode(
  shop: WrongCodeShop,
  challenge: Challenge,
  deviceToken: string | undefined,
): Promise<ReservedWrongCode | 'daily limit reached' | 'account locked'> {
  const { db, now } = shop;
  const at = now();
  const customer = LOGIN_PURPOSES.has(challenge.purpose) ? await findCustomer(shop, challenge.email) : undefined;
  const isOnKnownDevice = customer !== undefined && (await isKnownDevice(db.write, customer.id, deviceToken));
  const countsTowardsDailyLimit = challenge.digits < LONG_CODE_DIGITS && !isOnKnownDevice;
  const countToday = countsTowardsDailyLimit ? await incrementCount(db, at, WRONG_CODES_KEY, DAY_MS) : undefined;
  if (countToday !== undefined && countToday > WRONG_CODES_PER_DAY) return 'daily limit reached';
  const reservation: ReservedWrongCode = { at, countToday, customerId: customer?.id };
  if (!customer || (await reserveForAccount(shop, customer.id))) return reservation;
  await releaseWrongCode(shop, { ...reservation, customerId: undefined });
  return 'account locked';
}

/** Subtracts a reserved wrong code from the counts again, because the code was correct or its account is locked. */
export async function releaseWrongCode(
  { db }: Pick<WrongCodeShop, 'db'>,
  { at, countToday, customerId }: ReservedWrongCode,
): Promise<void> {
  if (countToday !== undefined) await decrementCount({ db }, WRONG_CODES_KEY, at);
  if (customerId === undefined) return;
  await db.write
    .updateTable('customer')
    .set((eb) => ({ wrong_codes: eb('wrong_codes', '-', 1) }))
    .where('id', '=', customerId)
    .where('wrong_codes', '>', 0)
    .execute();
}

/** Logs an alarm if this wrong code is the one that reached the daily limit. */
export function logWrongCodeLimit({ log }: Pick<WrongCodeShop, 'log'>, { countToday }: ReservedWrongCode): void {
  if (countToday !== WRONG_CODES_PER_DAY) return;
  log.error(
    { wrongCodes: countToday },
    'alarm: wrong codes in the whole shop reached the daily limit; unknown devices get only links',
  );
}

function findCustomer({ db }: WrongCodeShop, email: string): Promise<{ id: string } | undefined> {
  return db.write.selectFrom('customer').select('id').where('email', '=', email).executeTakeFirst();
}

async function reserveForAccount({ db }: WrongCodeShop, customerId: string): Promise<boolean> {
  const result = await db.write
    .updateTable('customer')
    .set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('id', '=', customerId)
    .where('wrong_codes', '<', WRONG_CODES_UNTIL_LINK)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
