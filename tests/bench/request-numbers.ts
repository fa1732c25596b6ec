/** The first of the numbers that are both prices (in rupees) and product numbers in each generated catalogue. */
const FIRST_NUMBER = 1_000;
const NUMBER_COUNT = 9_000;

/** Returns the value of `{n}` in the nth request. There are too many values for any cache, so no page is cached. */
export function requestNumber(nth: number): number {
  return FIRST_NUMBER + (nth % NUMBER_COUNT);
}

/** The expression of `requestNumber` in Lua for wrk, where `n` is the number of the request. */
export const LUA_REQUEST_NUMBER = `(${FIRST_NUMBER} + n % ${NUMBER_COUNT})`;
