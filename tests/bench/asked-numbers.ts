/** Prices in rupees and products that each generated catalogue has. */
const FIRST = 1_000;
const COUNT = 9_000;

/** What `{n}` of an address becomes in the nth request; so many later nothing is kept of the same address. */
export function askedNumber(nth: number): number {
  return FIRST + (nth % COUNT);
}

/** The same in wrk's Lua, where `n` is the nth request. */
export const LUA_ASKED_NUMBER = `(${FIRST} + n % ${COUNT})`;
