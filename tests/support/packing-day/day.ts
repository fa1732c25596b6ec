import { type Browser, expect, type Page } from '@playwright/test';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { placeCashOrders } from '../e2e-orders.ts';
import { type InputMethod, keyboard, touch } from '../input-method.ts';
import { addStaff } from '../staff.ts';

export const PARCELS = 30;
/** Passkeys need a host name instead of an IP address. */
export const ORIGIN = `http://localhost:${process.env.E2E_PORT}`;
const VIEWPORTS = { touch: { width: 360, height: 800 }, keyboard: { width: 1280, height: 800 } };
/** The product of the last order's second line item, which is removed during the day. */
const REMOVED_SLUG = 'solapur-terry-bath-towel';

interface OrderedGoods {
  sku: string;
  name: string;
}

export interface Day {
  db: ShopDatabase;
  page: Page;
  device: keyof typeof VIEWPORTS;
  /** The name of the person who placed all orders. */
  name: string;
  ids: string[];
  numbers: string[];
  goods: OrderedGoods;
  removedGoods: OrderedGoods;
  /** The number of taps for packing and shipping all parcels, and for everything else. */
  taps: { parcels: number; others: number };
  /** Counts taps as `taps.parcels`. */
  parcelInput: InputMethod;
  /** Counts taps as `taps.others`. */
  otherInput: InputMethod;
}

/** Opens a packer's browser, and places orders that the packer has not yet confirmed. */
export async function beginDay(browser: Browser, db: ShopDatabase, device: Day['device']): Promise<Day> {
  const isTouch = device === 'touch';
  const context = await browser.newContext({ viewport: VIEWPORTS[device], hasTouch: isTouch, isMobile: isTouch });
  const page = await context.newPage();
  const { name, ids, numbers } = await placeCashOrders(db, PARCELS, 1, REMOVED_SLUG);
  await indexOrders(db);
  const lines = db.write.selectFrom('order_line').select(['sku', 'name']).orderBy('position');
  const orderLines = await lines.where('order_id', '=', ids.at(-1) ?? '').execute();
  const [goods, removedGoods] = orderLines.map((line) => ({ sku: line.sku ?? '', name: line.name }));
  if (!goods || !removedGoods) throw new Error('The last order should have two line items.');
  const taps = { parcels: 0, others: 0 };
  const inputFor = (kind: keyof typeof taps) => (isTouch ? touch(() => taps[kind]++) : keyboard(page));
  const day = { db, page, device, name, ids, numbers, goods, removedGoods, taps };
  await signIn(day, (await addStaff(db, 'packer')).token);
  return { ...day, parcelInput: inputFor('parcels'), otherInput: inputFor('others') };
}

export async function signIn({ page }: Pick<Day, 'page'>, token: string): Promise<void> {
  await page.context().addCookies([{ name: 'admin', value: token, url: ORIGIN }]);
}

export async function typeAndPressEnter(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

/** Opens an order by its number, from any page. */
export async function openOrder({ page, otherInput: { press, type } }: Day, number: string): Promise<void> {
  await press(page.getByRole('link', { name: 'Orders', exact: true }));
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
  await type(page.getByRole('searchbox'), number);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(1);
  await press(page.getByRole('link', { name: number, exact: true }));
  await expect(page.getByRole('heading', { name: number, exact: true })).toBeVisible();
}
