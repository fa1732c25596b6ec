import type { IncomingHttpHeaders } from 'node:http';
import { DAY_MS, SECOND_MS } from '#lib/primitives/durations.ts';

/**
 * The cookie that the switch in the footer sets to `1` or `0`. If the cookie is missing, the header `Save-Data`
 * decides.
 */
export const LIGHT_COOKIE = 'light';
export const LIGHT_COOKIE_SECONDS = (365 * DAY_MS) / SECOND_MS;

const LIGHT_COOKIE_VALUE = /(?:^|[ ;])(?:__Host-)?light=([01])/;

/** Returns whether the visitor gets pages in light mode (product.md, "Light mode"). */
export function isLightMode({ cookie, 'save-data': saveData }: IncomingHttpHeaders): boolean {
  const chosenValue = cookie === undefined ? undefined : LIGHT_COOKIE_VALUE.exec(cookie)?.[1];
  return chosenValue === undefined ? String(saveData).toLowerCase() === 'on' : chosenValue === '1';
}
