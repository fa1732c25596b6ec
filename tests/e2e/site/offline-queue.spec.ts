import { expect, type Page, test } from '@playwright/test';
import { seededRandom } from '#lib/primitives/seeded-random.ts';
import { axeViolations } from '#support/axe.ts';
import { holdScripts, scriptPattern } from '#support/built-scripts.ts';
import { logInAs } from '#support/e2e-customer.ts';
import { type FlakyProxy, startFlakyProxy } from '#support/flaky-proxy.ts';
import { installWorker, waitUntilStored } from '#support/installed-worker.ts';
import { addProduct, changeProduct, customerDataOf, type TestProduct } from '#support/offline-queue-products.ts';

/** The service worker is allowed, because the tests open stored pages without a network. */
test.use({ serviceWorkers: 'allow' });

let proxy: FlakyProxy;
let origin: string;
let product: TestProduct;

test.beforeEach(async ({ baseURL }, { testId }) => {
  proxy = await startFlakyProxy(Number(new URL(baseURL ?? '').port));
  origin = `http://127.0.0.1:${proxy.port}`;
  product = await addProduct(`queue-scarf-${testId.slice(-8)}`, `Queue Scarf ${testId.slice(-8)}`);
});
test.afterEach(() => proxy.close());

/** The number of random tests: 50 in the long run, `npm run test:faults`. */
const SEEDS = Number(process.env.QUEUE_SEEDS ?? 3);
const STEPS = 10;

const notice = (page: Page) => page.getByRole('complementary', { name: 'Waiting for the network' });
const expectWaitingActions = (page: Page, count: number) =>
  expect(notice(page).locator('summary')).toHaveText(
    count === 1 ? /^1 action waits for the network/ : new RegExp(`^${count} actions wait for the network`),
  );
const addButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Add to cart' });
const wishlistButton = (page: Page) => page.locator('form[data-wishlist] button').first();

/** Waits until the proxy has dropped data, because the browser reports a request before the proxy receives it. */
const waitUntilDropped = () => expect.poll(() => proxy.droppedChunks).toBeGreaterThan(0);

/** Stores the pages of the product and the script of the queue, for use without a network. */
async function storeProductPages(page: Page): Promise<void> {
  await installWorker(page, origin);
  for (const path of [`/products/${product.slug}/reviews`, `/products/${product.slug}`]) {
    await page.goto(origin + path);
    await waitUntilStored(page, origin + path);
  }
  await expect
    .poll(() =>
      page.evaluate(async () =>
        (await (await caches.open('copies')).keys()).some(({ url }) => url.includes('/queue.')),
      ),
    )
    .toBe(true);
}

/** Presses a button, and waits for the message that the action was performed or queued. */
async function pressAndWait<T>(page: Page, press: () => Promise<T>): Promise<T> {
  await page.locator('#toasts').evaluate((toasts) => toasts.replaceChildren());
  const result = await press();
  await expect(page.locator('#toasts p', { hasText: /No network|to cart|wishlist/ }).first()).toBeAttached();
  return result;
}

async function putIntoCart(page: Page, quantity: number): Promise<void> {
  const data = { product: product.id, variant: product.variant, quantity };
  const response = await page.request.post(`${origin}/public/cart/create`, { data, headers: { origin } });
  expect(response.status()).toBe(200);
}

test('an action is performed once even if the visitor leaves the page before the response', async ({
  page,
  context,
}) => {
  const customer = await logInAs(context, 'Asha Rao');
  // The pages are stored before the fault, so that the fault does not affect the worker's downloads.
  await storeProductPages(page);
  for (const fault of ['none', 'silent'] as const) {
    const request = page.waitForRequest(/cart\/create/);
    proxy.fault = fault;
    await addButton(page).click();
    await request;
    if (fault === 'silent') await waitUntilDropped();
    proxy.fault = 'none';
    await page.goto(`${origin}/cart`);
    await expect(page.getByRole('main').getByText(product.name).first()).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    await page.goto(`${origin}/products/${product.slug}`);
  }
  await expect.poll(async () => (await customerDataOf(customer.id)).cart).toEqual({ [product.variant]: 2 });
});

test('an action is performed by the third page if the visitor leaves the second page before it is queued', async ({
  page,
  context,
}) => {
  const customer = await logInAs(context, 'Asha Rao');
  // Queuing fails on each cart page, as if the visitor left the page at this moment.
  await page.addInitScript(() => {
    if (location.pathname !== '/cart') return;
    IDBObjectStore.prototype.add = () => {
      document.documentElement.dataset.left = '';
      throw new Error('the visitor leaves the page');
    };
  });
  await storeProductPages(page);
  await pressAndWait(page, () => addButton(page).click());
  const request = page.waitForRequest(/cart\/create/);
  proxy.fault = 'silent';
  await addButton(page).click();
  await request;
  await waitUntilDropped();
  proxy.fault = 'none';
  await page.goto(`${origin}/cart`);
  await expect(page.locator('html[data-left]')).toBeAttached();
  await page.goto(`${origin}/products/${product.slug}`);
  await expect.poll(async () => (await customerDataOf(customer.id)).cart).toEqual({ [product.variant]: 2 });
});

test('a cart that is opened before the first addition arrives shows a message, then the item', async ({ page }) => {
  await page.goto(`${origin}/products/${product.slug}`);
  let requestCount = 0;
  // The first request receives no response.
  await page.route(/cart\/create/, (route) => (requestCount++ === 0 ? undefined : route.continue()));
  const request = page.waitForRequest(/cart\/create/);
  await addButton(page).click();
  await request;
  const releaseQueue = await holdScripts(page, 'queue');
  // The code of the queue delays the event `load`.
  await page.goto(`${origin}/cart`, { waitUntil: 'commit' });
  await expect(page.getByText('The last item you added is still being sent to the shop.')).toBeVisible();
  await expect(page.getByText('Your cart is empty')).toBeHidden();
  releaseQueue();
  await expect(page.getByRole('spinbutton', { name: /^Quantity of Queue Scarf/ })).toHaveValue('1');
  await expect(page.getByText('The last item you added is still being sent to the shop.')).toBeHidden();
});

test('the second of two actions is performed even if the visitor leaves the page before it is sent', async ({
  page,
  context,
}) => {
  const customer = await logInAs(context, 'Asha Rao');
  await putIntoCart(page, 1);
  await page.goto(`${origin}/cart`);
  const field = page.getByRole('spinbutton', { name: /^Quantity of Queue Scarf/ });
  const removeButton = page.getByRole('button', { name: /^Remove Queue Scarf/ });
  await field.focus();
  await removeButton.hover();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  const request = page.waitForRequest(/cart\/update/);
  proxy.fault = 'silent';
  await field.fill('4');
  await field.blur();
  await request;
  await waitUntilDropped();
  await removeButton.click();
  proxy.fault = 'none';
  await page.goto(`${origin}/cart`);
  await expect(page.getByRole('main').getByText('Your cart is empty')).toBeVisible();
  expect((await customerDataOf(customer.id)).cart).toEqual({});
});

test('an action waits, and is performed once, even if the script of the queue can’t be loaded', async ({
  page,
  context,
}) => {
  const customer = await logInAs(context, 'Asha Rao');
  await page.goto(`${origin}/products/${product.slug}`);
  await page.route(scriptPattern('queue'), (route) => route.abort());
  await page.route(/cart\/create/, (route) => route.abort());
  await addButton(page).click();
  await expect(page.getByText('No network. This will be sent when you are back online.')).toBeVisible();
  await expect(page.locator('[data-cart-count]').first()).toHaveText('1');
  await page.unrouteAll();
  await page.goto(`${origin}/cart`);
  await expect(page.getByRole('main').getByText(product.name).first()).toBeVisible();
  expect((await customerDataOf(customer.id)).cart).toEqual({ [product.variant]: 1 });
});

test('all waiting actions remain after a reload and after the tab is closed, and are performed once', async ({
  page,
  context,
}) => {
  const customer = await logInAs(context, 'Asha Rao');
  await storeProductPages(page);
  await putIntoCart(page, 1);
  await page.goto(`${origin}/cart`);
  const field = page.getByRole('spinbutton', { name: /^Quantity of Queue Scarf/ });
  await field.focus();
  await page.getByRole('button', { name: /^Remove Queue Scarf/ }).hover();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);

  proxy.fault = 'down';
  await field.fill('4');
  await field.blur();
  await expect(page.getByText('This change waits for the network.')).toBeVisible();
  await expect(field).toHaveValue('4');
  await expectWaitingActions(page, 1);

  await page.goto(`${origin}/products/${product.slug}`);
  await expectWaitingActions(page, 1);
  await wishlistButton(page).click();
  await expectWaitingActions(page, 2);
  await addButton(page).click();
  await expectWaitingActions(page, 3);
  await page.goto(`${origin}/products/${product.slug}/reviews`);
  await page.getByRole('radio', { name: '4 out of 5 stars' }).check();
  await page.getByRole('textbox', { name: 'Your review' }).fill('Warm, and light enough for a train.');
  await page.getByRole('button', { name: 'Submit review' }).click();
  await expectWaitingActions(page, 4);

  await page.reload();
  await expectWaitingActions(page, 4);
  await notice(page).locator('summary').click();
  await expect(notice(page).getByRole('listitem')).toHaveCount(4);
  expect(await axeViolations(page, { part: 'aside.queue' })).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('waiting.png') });
  await page.close();
  expect(await customerDataOf(customer.id)).toMatchObject({
    cart: { [product.variant]: 1 },
    wishlist: [],
    reviews: [],
  });

  const newTab = await context.newPage();
  await newTab.goto(`${origin}/products/${product.slug}`);
  await expectWaitingActions(newTab, 4);
  await expect(wishlistButton(newTab)).toHaveAttribute('data-member', '');
  proxy.fault = 'none';
  await newTab.reload();
  await expect(newTab.getByText('Your waiting actions were sent.')).toBeVisible();
  await expect(notice(newTab)).toHaveCount(0);
  await expect(newTab.locator('[data-cart-count]').first()).toHaveText('1');
  expect(await customerDataOf(customer.id)).toEqual({
    cart: { [product.variant]: 5 },
    wishlist: [product.id],
    reviews: [{ product: product.id, summary: 'Warm, and light enough for a train.' }],
  });
});

for (const fault of ['loses-responses', 'silent', 'login-page'] as const) {
  test(`an addition is performed once after a network fault: ${fault}`, async ({ page, context }) => {
    const customer = await logInAs(context, 'Asha Rao');
    await storeProductPages(page);
    await addButton(page).hover();
    proxy.fault = fault;
    await addButton(page).click();
    await expectWaitingActions(page, 1);
    if (fault === 'loses-responses') {
      expect((await customerDataOf(customer.id)).cart).toEqual({ [product.variant]: 1 });
      await notice(page).locator('summary').click();
      await expect(notice(page).getByText('Sent, but there is no response yet.')).toBeVisible();
    }
    proxy.fault = 'none';
    // The page retries automatically, without an event that triggers the request.
    await expect(notice(page)).toHaveCount(0);
    expect((await customerDataOf(customer.id)).cart).toEqual({ [product.variant]: 1 });
  });
}

test('a changed price and a sold-out product are reported, and a rejected action can be discarded', async ({
  page,
  context,
}) => {
  const customer = await logInAs(context, 'Asha Rao');
  const otherProduct = await addProduct(`${product.slug}-b`, 'Queue Shawl');
  await storeProductPages(page);
  await page.goto(`${origin}/products/${otherProduct.slug}`);
  await waitUntilStored(page, `${origin}/products/${otherProduct.slug}`);
  await context.setOffline(true);
  await addButton(page).click();
  await expectWaitingActions(page, 1);
  await page.goto(`${origin}/products/${product.slug}`);
  await addButton(page).click();
  await expectWaitingActions(page, 2);
  // The waiting action was not sent, so its quantity can change.
  await addButton(page).click();
  await expect(page.getByText('No network.')).toHaveCount(2);
  await expectWaitingActions(page, 2);

  await changeProduct(product, { price: 350, quantity: 1_000 });
  await changeProduct(otherProduct, { price: 300, quantity: 0 });
  await context.setOffline(false);
  await expect(notice(page).getByText(/Queue Scarf.*: The price has risen from ₹300\.00 to ₹350\.00\./)).toBeVisible();
  const rejectedAction = notice(page).getByRole('listitem').filter({ hasText: 'Queue Shawl' });
  await expect(rejectedAction).toContainText('Not done: Out of Stock');
  await page.screenshot({ path: test.info().outputPath('reported.png') });
  expect((await customerDataOf(customer.id)).cart).toEqual({ [product.variant]: 2 });

  await rejectedAction.getByRole('button', { name: /^Discard/ }).click();
  await expect(rejectedAction).toHaveCount(0);
  await notice(page).getByRole('button', { name: /^OK/ }).click();
  await expect(notice(page)).toHaveCount(0);
  await page.goto(`${origin}/cart`);
  await expect(page.getByText('The price has risen from ₹300.00 to ₹350.00.')).toBeVisible();
});

test('two tabs send each action once', async ({ page, context }) => {
  const customer = await logInAs(context, 'Asha Rao');
  await storeProductPages(page);
  const otherTab = await context.newPage();
  await otherTab.goto(`${origin}/products/${product.slug}`);
  proxy.fault = 'down';
  await addButton(page).click();
  await expectWaitingActions(page, 1);
  await otherTab.reload();
  await expectWaitingActions(otherTab, 1);
  await addButton(otherTab).click();
  await expectWaitingActions(page, 2);
  proxy.fault = 'none';
  await Promise.all([page.reload(), otherTab.reload()]);
  await expect.poll(async () => (await customerDataOf(customer.id)).cart).toEqual({ [product.variant]: 2 });
  await expect(notice(page)).toHaveCount(0);
  await expect(notice(otherTab)).toHaveCount(0);
  expect((await customerDataOf(customer.id)).cart).toEqual({ [product.variant]: 2 });
});

test('waiting actions of a customer are neither sent nor shown for another customer', async ({ page, context }) => {
  const asha = await logInAs(context, 'Asha Rao');
  await storeProductPages(page);
  proxy.fault = 'down';
  await wishlistButton(page).click();
  await expectWaitingActions(page, 1);

  await context.clearCookies({ name: /session|account/ });
  const meera = await logInAs(context, 'Meera Iyer');
  proxy.fault = 'none';
  await page.goto(`${origin}/account/wishlist`);
  await expect(page.getByRole('heading', { name: 'My wishlist' })).toBeVisible();
  await page.goto(`${origin}/products/${product.slug}`);
  await addButton(page).click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  expect(await customerDataOf(meera.id)).toMatchObject({ cart: { [product.variant]: 1 }, wishlist: [] });
  expect((await customerDataOf(asha.id)).wishlist).toEqual([]);

  // The action is sent when Asha is logged in again.
  await context.clearCookies({ name: /session|account/ });
  await context.addCookies([{ name: 'session', value: asha.token, url: origin, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto(`${origin}/account/wishlist`);
  await expect.poll(async () => (await customerDataOf(asha.id)).wishlist).toEqual([product.id]);
});

test('actions that a guest queued before logging in are sent only after a confirmation', async ({ page, context }) => {
  await storeProductPages(page);
  proxy.fault = 'down';
  await addButton(page).click();
  await expectWaitingActions(page, 1);
  const customer = await logInAs(context, 'Asha Rao');
  proxy.fault = 'none';
  await page.goto(`${origin}/account/wishlist`);
  await expect(notice(page).getByText('From before you logged in.')).toBeVisible();
  expect((await customerDataOf(customer.id)).cart).toEqual({});
  await notice(page).getByRole('button', { name: /^Send/ }).click();
  await expect(notice(page)).toHaveCount(0);
  expect((await customerDataOf(customer.id)).cart).toEqual({ [product.variant]: 1 });
});

test('a change on the cart page is queued even if the script of the page was never loaded', async ({
  page,
  context,
}) => {
  const customer = await logInAs(context, 'Asha Rao');
  await storeProductPages(page);
  await putIntoCart(page, 1);
  await page.goto(`${origin}/cart`);
  await expect(page.locator('[data-cart-count]').first()).toHaveText('1');
  proxy.fault = 'down';
  await page.getByRole('button', { name: /^Remove Queue Scarf/ }).click();
  await expectWaitingActions(page, 1);
  expect(new URL(page.url()).pathname).toBe('/cart');
  proxy.fault = 'none';
  await page.reload();
  await expect(notice(page)).toHaveCount(0);
  await expect.poll(async () => (await customerDataOf(customer.id)).cart).toEqual({});
});

for (let seed = 1; seed <= SEEDS; seed++) {
  test(`no action is lost or performed twice with random actions and faults, seed ${seed}`, async ({
    page,
    context,
  }) => {
    const customer = await logInAs(context, 'Asha Rao');
    await storeProductPages(page);
    const random = seededRandom(seed);
    const steps: string[] = [];
    let quantity = 0;
    let isWanted = false;
    const actions = {
      add: async () => {
        await pressAndWait(page, () => addButton(page).click());
        quantity += 1;
      },
      wishlist: async () => {
        await wishlistButton(page).hover();
        // The shopper wants the opposite of the visible state, which may be outdated on a stored page.
        isWanted = await pressAndWait(page, () =>
          wishlistButton(page).evaluate((button: HTMLElement) => {
            button.click();
            return !('member' in button.dataset);
          }),
        );
      },
      reload: async () => {
        await page.reload({ waitUntil: 'domcontentloaded' });
      },
    };
    for (let step = 0; step < STEPS; step++) {
      proxy.fault = random.pick(['none', 'down', 'down', 'loses-responses', 'login-page'] as const);
      const name = random.pick(['add', 'add', 'wishlist', 'reload'] as const);
      steps.push(`${name} (${proxy.fault})`);
      await test.step(steps.at(-1) ?? '', actions[name]);
    }
    proxy.fault = 'none';
    await page.reload();
    await expect.poll(() => page.evaluate(() => document.cookie.includes('queue=1'))).toBe(false);
    const { cart, wishlist } = await customerDataOf(customer.id);
    expect({ quantity: cart[product.variant] ?? 0, wishlist }, steps.join(', ')).toEqual({
      quantity,
      wishlist: isWanted ? [product.id] : [],
    });
  });
}
