/** Numbers that are prices (in rupees) and product numbers in each generated catalogue. */
const FIRST = 1_000;
const COUNT = 9_000;

/** The value of `{n}` in the nth request. The range is larger than any cache, so repeated addresses are not cached. */
export function requestNumber(nth: number): number {
  return FIRST + (nth % COUNT);
}

/** The same in Lua for wrk, where `n` is the request number. */
export const LUA_REQUEST_NUMBER = `(${FIRST} + n % ${COUNT})`;
