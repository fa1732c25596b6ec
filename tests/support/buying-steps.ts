import type { Locator, Page } from '@playwright/test';
import { fillAddress, HOUSE } from './e2e-order.ts';
import type { SlowLink } from './slow-link.ts';

/** What a shopper does between two waits, and what then is on the screen. */
export interface BuyingStep {
  name: string;
  act(page: Page): Promise<unknown>;
  shown(page: Page): Locator;
}

/** A shopper taps again after this time without an answer. */
const PATIENCE_MS = 6_000;
const LOOK_EVERY_MS = 250;
const ACT_MS = 3_000;
/** Longer than any drop and the taps after it. */
const GIVES_UP_MS = 90_000;

/** A guest buys one piece for cash; `product` is the path of a product with all options chosen. */
export function buyingSteps({ product, email }: { product: string; email: string }): BuyingStep[] {
  const main = (page: Page) => page.getByRole('main');
  const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click();
  const open = (path: string) => (page: Page) => page.evaluate((to) => location.assign(to), path);
  return [
    {
      name: 'list',
      act: open('/products'),
      shown: (page) => page.getByRole('heading', { level: 1, name: 'All products' }),
    },
    { name: 'product', act: open(product), shown: (page) => page.locator('[data-add-to-cart] [type=submit]') },
    {
      name: 'add to cart',
      act: (page) => page.locator('[data-add-to-cart] [type=submit]').click(),
      shown: (page) => page.locator('[data-cart-count]', { hasText: '1' }),
    },
    { name: 'cart', act: open('/cart'), shown: (page) => page.getByRole('link', { name: 'Checkout' }) },
    { name: 'checkout', act: open('/checkout'), shown: (page) => main(page).getByLabel('Email') },
    {
      name: 'contact',
      async act(page) {
        await main(page).getByLabel('Email').fill(email);
        await main(page).getByLabel('Mobile').fill('9876543210');
        await press('Continue as guest')(page);
      },
      shown: (page) => main(page).getByLabel('House or flat'),
    },
    {
      name: 'address',
      async act(page) {
        await main(page).getByLabel('Pincode').fill(HOUSE.pincode);
        await fillAddress(page);
        await press('Deliver here')(page);
      },
      shown: (page) => page.getByRole('button', { name: 'Continue to payment' }),
    },
    {
      name: 'delivery',
      act: press('Continue to payment'),
      shown: (page) => page.getByRole('button', { name: /Place order/ }),
    },
    {
      name: 'order',
      async act(page) {
        await page.getByRole('radio', { name: /Cash on delivery/ }).check();
        await press(/Place order/)(page);
      },
      shown: (page) => page.getByRole('heading', { name: /Thank you/ }),
    },
  ];
}

/**
 * Does a step as a patient shopper: taps again when nothing happens, and reloads the browser's error page once the
 * connection is back, and a page that is incomplete. Returns the time until its result was shown, and the number of taps.
 */
export async function takeStep(page: Page, step: BuyingStep, link: SlowLink): Promise<{ ms: number; taps: number }> {
  page.setDefaultTimeout(ACT_MS);
  const begun = Date.now();
  let taps = 0;
  let address = page.url();
  let actedAt = 0;
  // Its failures are looked at below: a page that is gone has none of the controls.
  const act = async (action: () => Promise<unknown>) => {
    taps += 1;
    actedAt = Date.now();
    await action().catch(() => {});
  };
  await act(() => loaded(page, step));
  while (
    !(await step
      .shown(page)
      .first()
      .isVisible()
      .catch(() => false))
  ) {
    if (Date.now() - begun > GIVES_UP_MS) throw await stuck(page, step);
    const isUp = Date.now() > link.dropsUntil;
    const isErrorPage = page.url().startsWith('chrome-error:');
    if (!isErrorPage) address = page.url();
    if (isUp && isErrorPage) await act(() => page.goto(address, { waitUntil: 'commit' }));
    else if (isUp && Date.now() - actedAt > PATIENCE_MS) await act(() => again(page, step));
    await page.waitForTimeout(LOOK_EVERY_MS);
  }
  return { ms: Date.now() - begun, taps };
}

async function stuck(page: Page, { name }: BuyingStep): Promise<Error> {
  const html = await page.content().catch(String);
  return new Error(`“${name}” has no result at ${page.url()}: ${html.slice(0, 1_000)} … ${html.slice(-1_000)}`);
}

/** Once the page is loaded. */
async function loaded(page: Page, step: BuyingStep): Promise<unknown> {
  await page.waitForLoadState('domcontentloaded');
  return step.act(page);
}

/**
 * Follows "Try again" on a page without a connection, and reloads a page of which a part is missing; otherwise does the
 * same once more.
 */
async function again(page: Page, step: BuyingStep): Promise<unknown> {
  const tryAgain = page.getByRole('link', { name: 'Try again' });
  if (await tryAgain.isVisible()) return tryAgain.click();
  const isComplete = (await page.getByRole('contentinfo').count()) > 0;
  return isComplete ? loaded(page, step) : page.reload({ waitUntil: 'commit' });
}
