import type { Locator, Page } from '@playwright/test';
import { fillAddress, HOUSE } from './e2e-order.ts';
import type { SlowLink } from './slow-link.ts';

/** A shopper's action, and the element that shows its result. */
export interface BuyingStep {
  name: string;
  act(page: Page): Promise<unknown>;
  result(page: Page): Locator;
}

/** The time without a result after which a shopper taps again, in milliseconds. */
const TAP_AGAIN_AFTER_MS = 6_000;
const POLL_INTERVAL_MS = 250;
const ACTION_TIMEOUT_MS = 3_000;
/** A time in milliseconds that is longer than any loss of the connection and the taps after the loss. */
const GIVE_UP_AFTER_MS = 90_000;

/** Returns the steps of a guest who buys one piece for cash. `product` is a product's path with all options chosen. */
export function buyingSteps({ product, email }: { product: string; email: string }): BuyingStep[] {
  const main = (page: Page) => page.getByRole('main');
  const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click();
  const open = (path: string) => (page: Page) => page.evaluate((to) => location.assign(to), path);
  return [
    {
      name: 'list',
      act: open('/products'),
      result: (page) => page.getByRole('heading', { level: 1, name: 'All products' }),
    },
    { name: 'product', act: open(product), result: (page) => page.locator('[data-add-to-cart] [type=submit]') },
    {
      name: 'add to cart',
      act: (page) => page.locator('[data-add-to-cart] [type=submit]').click(),
      result: (page) => page.locator('[data-cart-count]', { hasText: '1' }),
    },
    { name: 'cart', act: open('/cart'), result: (page) => page.getByRole('link', { name: 'Checkout' }) },
    { name: 'checkout', act: open('/checkout'), result: (page) => main(page).getByLabel('Email') },
    {
      name: 'contact',
      async act(page) {
        await main(page).getByLabel('Email').fill(email);
        await main(page).getByLabel('Mobile').fill('9876543210');
        await press('Continue as guest')(page);
      },
      result: (page) => main(page).getByLabel('House or flat'),
    },
    {
      name: 'address',
      async act(page) {
        await main(page).getByLabel('Pincode').fill(HOUSE.pincode);
        await fillAddress(page);
        await press('Deliver here')(page);
      },
      result: (page) => page.getByRole('button', { name: 'Continue to payment' }),
    },
    {
      name: 'delivery',
      act: press('Continue to payment'),
      result: (page) => page.getByRole('button', { name: /Place order/ }),
    },
    {
      name: 'order',
      async act(page) {
        await page.getByRole('radio', { name: /Cash on delivery/ }).check();
        await press(/Place order/)(page);
      },
      result: (page) => page.getByRole('heading', { name: /Thank you/ }),
    },
  ];
}

/**
 * Performs a step as a patient shopper would: taps again if nothing happens, and reloads an incomplete page, or the
 * browser's error page when the connection is restored. Returns the time until the result was shown, and the number of
 * taps and reloads. Throws an error if the result is not shown in time.
 */
export async function takeStep(page: Page, step: BuyingStep, link: SlowLink): Promise<{ ms: number; taps: number }> {
  page.setDefaultTimeout(ACTION_TIMEOUT_MS);
  const startedAt = Date.now();
  let taps = 0;
  let address = page.url();
  let actedAt = 0;
  // Failures are ignored, because the loop checks the result, and a page that has been left has no controls.
  const act = async (action: () => Promise<unknown>) => {
    taps += 1;
    actedAt = Date.now();
    await action().catch(() => {});
  };
  await act(() => actWhenLoaded(page, step));
  while (
    !(await step
      .result(page)
      .first()
      .isVisible()
      .catch(() => false))
  ) {
    if (Date.now() - startedAt > GIVE_UP_AFTER_MS) throw await noResultError(page, step);
    const isUp = Date.now() > link.dropsUntil;
    const isErrorPage = page.url().startsWith('chrome-error:');
    if (!isErrorPage) address = page.url();
    if (isUp && isErrorPage) await act(() => page.goto(address, { waitUntil: 'commit' }));
    else if (isUp && Date.now() - actedAt > TAP_AGAIN_AFTER_MS) await act(() => retryStep(page, step));
    await page.waitForTimeout(POLL_INTERVAL_MS);
  }
  return { ms: Date.now() - startedAt, taps };
}

async function noResultError(page: Page, { name }: BuyingStep): Promise<Error> {
  const html = await page.content().catch(String);
  return new Error(`“${name}” has no result at ${page.url()}: ${html.slice(0, 1_000)} … ${html.slice(-1_000)}`);
}

/** Performs the step once the page is loaded. */
async function actWhenLoaded(page: Page, step: BuyingStep): Promise<unknown> {
  await page.waitForLoadState('domcontentloaded');
  return step.act(page);
}

/**
 * Follows the link "Try again" if the page has one, as offline pages do. Otherwise, reloads an incomplete page, or
 * repeats the step on a complete page.
 */
async function retryStep(page: Page, step: BuyingStep): Promise<unknown> {
  const tryAgain = page.getByRole('link', { name: 'Try again' });
  if (await tryAgain.isVisible()) return tryAgain.click();
  const isComplete = (await page.getByRole('contentinfo').count()) > 0;
  return isComplete ? actWhenLoaded(page, step) : page.reload({ waitUntil: 'commit' });
}
