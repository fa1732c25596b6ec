import { createHmac } from 'node:crypto';
import { expect, type Page, type Route } from '@playwright/test';
import { openScreen } from '../open-screen.ts';
import type { RazorpayStandIn } from '../razorpay-stand-in.ts';
import { type NewShop, OWNER, waitForMail } from './shop.ts';

const BUYER = 'meena@buyer.example';

export interface FirstOrder {
  number: string;
  /** The path of the page where the buyer tracks the order. */
  trackPath: string;
}

/** Buys one piece with a coupon, as a guest who pays on the payment gateway's page. */
export async function placeFirstOrder(newShop: NewShop, product: string, coupon: string): Promise<FirstOrder> {
  const page = await newShop.openShopperPage();
  await page.route(`${newShop.shop.gateway.url}/v1/checkout/**`, (route) =>
    respondAsRazorpay(newShop.shop.gateway, route),
  );
  await page.goto(`/products/${product}`);
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().tap();
  await expect(page.locator('[data-cart-count]').first()).toHaveText('1');
  await expect(page.locator('[data-add-to-cart]').first(), 'the shop has responded').not.toHaveAttribute('aria-busy');
  await page.goto('/cart');
  await page.getByLabel('Coupon code').fill(coupon);
  await page.getByRole('button', { name: 'Apply' }).tap();
  await expect(page.getByText(`Discount (${coupon})`)).toBeVisible();
  await fillCheckout(page);
  await page.getByRole('radio', { name: 'Pay online' }).check();
  await page.getByRole('button', { name: 'Place order' }).tap();
  const frame = page.getByRole('dialog', { name: 'Select Payment Method' }).frameLocator('iframe');
  await frame
    .getByRole('button', { name: /Razorpay|UPI/ })
    .first()
    .tap();
  await frame.getByRole('button', { name: 'Continue to Razorpay' }).tap();
  await expect(page.getByRole('heading', { name: 'Thank you, your order is placed' })).toBeVisible();
  await expect(page).toHaveURL(/\/orders\/track\//);
  const mail = await waitForMail(newShop, BUYER, /Payment received/);
  const number = /KK-\d{4}-\d{6}/.exec(mail)?.[0] ?? 'no number in the email';
  await waitForMail(newShop, OWNER, new RegExp(number));
  return { number, trackPath: new URL(page.url()).pathname };
}

async function fillCheckout(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await page.goto('/checkout');
  await main.getByLabel('Email').fill(BUYER);
  await main.getByLabel('Mobile').fill('9876501234');
  await page.getByRole('button', { name: 'Continue as guest' }).tap();
  await main.getByLabel('Name', { exact: true }).fill('Meena Das');
  await main.getByLabel('Pincode').fill('641001');
  await main.getByLabel('House or flat').fill('12');
  await main.getByLabel('Street or area').fill('Raja Street');
  await page.getByRole('button', { name: 'Deliver here' }).tap();
  await page.getByRole('button', { name: 'Continue to payment' }).tap();
}

/** Responds as Razorpay's hosted page does: with a signed form that the browser sends back to the shop. */
async function respondAsRazorpay({ pay, keys }: RazorpayStandIn, route: Route): Promise<void> {
  const sentFields = new URLSearchParams(route.request().postData() ?? '');
  const order = sentFields.get('order_id') ?? '';
  const payment = pay(order, 'captured').id;
  const signature = createHmac('sha256', keys.keySecret).update(`${order}|${payment}`).digest('hex');
  const fields = { razorpay_order_id: order, razorpay_payment_id: payment, razorpay_signature: signature };
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  const form = `<form method="post" action="${sentFields.get('callback_url')}">${inputs.join('')}</form>`;
  await route.fulfill({ contentType: 'text/html', body: `${form}<script>document.forms[0].submit()</script>` });
}

/** Processes and ships the order as the owner, so that it has an invoice. */
export async function shipFirstOrder(newShop: NewShop, { number }: FirstOrder): Promise<void> {
  const { page, input } = newShop;
  await openScreen(newShop, 'Orders');
  await input.press(page.getByRole('link', { name: number, exact: true }));
  for (const step of ['Set to processing', 'Set to shipped']) {
    await input.press(page.getByRole('button', { name: step }));
    await expect(page.getByRole('button', { name: step })).toBeHidden();
  }
}
