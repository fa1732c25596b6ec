import { type BrowserContext, type BrowserType, expect, type LaunchOptions, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { findProgram } from '../find-program.ts';
import { type InputMethod, touch } from '../input-method.ts';
import { openScreen } from '../open-screen.ts';
import { type LiveShop, SITE_URL, startLiveShop } from '../own-shop/live-shop.ts';
import { mailText } from '../own-shop/recorded.ts';

export const OWNER = 'owner@kora.example';
const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true, ignoreHTTPSErrors: true };

/** An empty live shop, and the phone that the owner uses. */
export interface NewShop {
  shop: LiveShop;
  db: ShopDatabase;
  page: Page;
  input: InputMethod;
  /** The number of taps for each job, in the order of the jobs. */
  taps: Map<string, number>;
  /** Counts the following taps for this job. */
  begin(job: string): void;
  /** Confirms the owner's identity without another code from the authenticator app. */
  confirmIdentity(): Promise<void>;
  /** Opens a browser for another person, who also uses a phone. */
  openShopperPage(): Promise<Page>;
  end(): Promise<void>;
}

/** Starts a shop with keys and mail settings as written by `setup`. Everything else is empty or from the demo. */
export async function openNewShop(chromium: BrowserType, launch: LaunchOptions): Promise<NewShop> {
  const shop = await startLiveShop(findProgram('nginx') ? 'nginx' : 'caddy');
  const db = await openDatabase({ dataDir: shop.dir });
  const args = [...(launch.args ?? []), `--host-resolver-rules=MAP shop.example:443 127.0.0.1:${shop.port}`];
  const browser = await chromium.launch({ ...launch, args });
  const contexts: BrowserContext[] = [];
  const openPhone = async () => {
    const context = await browser.newContext({ ...PHONE, baseURL: SITE_URL, locale: 'en-IN' });
    contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    return page;
  };
  const taps = new Map<string, number>();
  let job = '';
  return {
    ...{ shop, db, page: await openPhone(), taps, openShopperPage: openPhone },
    input: touch(() => taps.set(job, (taps.get(job) ?? 0) + 1)),
    begin(next) {
      job = next;
    },
    async confirmIdentity() {
      await db.write.updateTable('staff_session').set({ confirmed_at: Date.now() }).execute();
    },
    async end() {
      for (const context of contexts) await context.close();
      await browser.close();
      await db.close();
      await shop.stop();
    },
  };
}

/** Waits for an email to an address that matches the pattern. Returns the text of the newest such email. */
export async function waitForMail({ shop }: NewShop, to: string, pattern: RegExp): Promise<string> {
  const find = () => shop.mailServer.received.findLast((mail) => mail.to === to && pattern.test(mailText(mail)));
  await expect.poll(find, { message: `an email ${pattern} to ${to}` }).toBeTruthy();
  const mail = find();
  return mail ? mailText(mail) : '';
}

/** Signs in with the invitation that owners send themselves with the CLI, and opens the first page. */
export async function signInFirst(newShop: NewShop): Promise<void> {
  const { page, input, shop } = newShop;
  expect(await shop.cli('admin', 'invite', OWNER)).toMatchObject({ status: 0 });
  const invitation = await waitForMail(newShop, OWNER, /./);
  await page.goto(/https:\/\/shop\.example\/admin[^\s"<>]*/.exec(invitation)?.[0] ?? 'no address in the email');
  await input.type(page.getByLabel('Email'), OWNER);
  await input.press(page.getByRole('button', { name: 'Send me a code' }));
  const mail = await waitForMail(newShop, OWNER, /^\d{6}$/m);
  await input.type(page.getByLabel('Code'), /^\d{6}$/m.exec(mail)?.[0] ?? '');
  await input.press(page.getByRole('button', { name: 'Continue' }));
  await input.press(page.getByRole('button', { name: 'Set up an authenticator app' }));
  const app = new TOTP({ secret: (await page.locator('code').innerText()).replaceAll(' ', '') });
  await input.type(page.getByLabel('Enter the code'), app.generate());
  await input.press(page.getByRole('button', { name: 'Continue' }));
  await expect(page.getByRole('region', { name: 'Your recovery codes' })).toBeVisible();
  await openScreen(newShop, 'Today');
}
