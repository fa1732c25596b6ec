import { randomBytes } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { type InputMethod, touch } from '../input-method.ts';
import { openScreen } from '../open-screen.ts';
import { startShop, temporaryDir } from '../shop-process.ts';
import { smallShop } from '../small-shop.ts';
import { addStaff } from '../staff.ts';

export interface ShopMonth {
  db: ShopDatabase;
  page: Page;
  origin: string;
  input: InputMethod;
  /** The number of taps for each job, in the order of the jobs. */
  taps: Map<string, number>;
  /** Counts the following taps for this job. */
  begin(job: string): void;
  /** Confirms the owner's identity without a passkey. `packing-day.spec.ts` tests the use of passkeys. */
  confirmIdentity(): Promise<void>;
  end(): Promise<void>;
}

/** Starts a new shop with an owner on a phone. No other test uses this shop, so it has only the month's orders. */
export async function beginMonth(browser: Browser): Promise<ShopMonth> {
  const data = temporaryDir('shop-month');
  const db = await smallShop(data.dir);
  const shop = await startShop({ dataDir: data.dir });
  const { id, token } = await addStaff(db);
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });
  await context.addCookies([{ name: 'admin', value: token, url: shop.origin }]);
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  await page.goto(`${shop.origin}/admin`);
  const taps = new Map<string, number>();
  let job = '';
  return {
    db,
    page,
    origin: shop.origin,
    input: touch(() => taps.set(job, (taps.get(job) ?? 0) + 1)),
    taps,
    begin(next) {
      job = next;
    },
    async confirmIdentity() {
      await db.write
        .updateTable('staff_session')
        .set({ confirmed_at: Date.now() })
        .where('staff_id', '=', id)
        .execute();
    },
    async end() {
      await context.close();
      await db.close();
      await shop.stop();
      data.remove();
    },
  };
}

/** Searches in a screen's list. */
export async function searchIn(month: ShopMonth, screen: string, text: string): Promise<void> {
  await openScreen(month, screen);
  await month.input.type(month.page.getByRole('searchbox'), text);
  await month.page.keyboard.press('Enter');
  await expect(month.page.getByRole('searchbox')).toHaveValue(text);
}

/** Returns a name without digits that no other row has. */
export function randomName(first: string): string {
  return `${first} ${randomBytes(12)
    .toString('base64')
    .replace(/[^a-z]/gi, '')
    .slice(0, 7)
    .toLowerCase()}`;
}
