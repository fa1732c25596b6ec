import { expect, type Page } from '@playwright/test';
import { E2E_ORIGIN } from './e2e-origin.ts';
import { readMails } from './mailbox.ts';

export const HOUSE = { house: '14, Lakshmi Nivas', street: 'Brigade Road', pincode: '560001' };

const ADDRESS = {
  ...HOUSE,
  name: 'Meera Iyer',
  mobile: '9876543210',
  city: 'Bengaluru',
  state: 'Karnataka',
  type: 'home',
};

/** The product for journeys that can use any product. e2e-stock.ts adds enough stock of this product. */
export const BUYABLE = { slug: 'gir-lion-tee', sku: 'PK-GLT-DRYGRA-2Y' };

/** Adds a product to the visitor's cart with a request. The buttons on the product's page have separate tests. */
export async function fillCart(
  page: Page,
  slug = BUYABLE.slug,
  isMatch = ({ quantity }: { variant: string; quantity: number }) => quantity > 0,
): Promise<void> {
  const response = await page.request.get(`/public/product/show/${slug}`);
  const { data } = (await response.json()) as {
    data: { variant_ids: { _id: string; variant: string; quantity: number }[] };
  };
  const variant = data.variant_ids.find(isMatch)?._id;
  await postJson(page, '/public/cart/create', { product: slug, variant: String(variant), quantity: 1 });
}

/** Posts JSON with the shop's origin, as its pages do. */
export async function postJson(page: Page, path: string, data: object): Promise<void> {
  const response = await page.request.post(path, { headers: { origin: E2E_ORIGIN }, data });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Fills in the address in the checkout, except the pincode. */
export async function fillAddress(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Name', { exact: true }).fill('Meera Iyer');
  await main.getByLabel('House or flat').fill(HOUSE.house);
  await main.getByLabel('Street or area').fill(HOUSE.street);
}

/** Completes the checkout's steps before the payment as a guest with a unique mobile number. */
export async function toPaymentStep(
  page: Page,
  { pincode, email = 'meera@example.in' }: { pincode: string; email?: string },
): Promise<void> {
  const main = page.getByRole('main');
  await page.goto('/checkout');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Mobile').fill(`9${String(Date.now()).slice(-9)}`);
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await main.getByLabel('Pincode').fill(pincode);
  await fillAddress(page);
  await page.getByRole('button', { name: 'Deliver here' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page).toHaveURL(/step=payment/);
}

/** Places a guest's order with cash on delivery, and returns the path of the link to the order in the email. */
export async function placeGuestOrder(page: Page, email: string): Promise<string> {
  await fillCart(page);
  const response = await page.request.post('/public/orders/create', {
    headers: { origin: E2E_ORIGIN, 'idempotency-key': email },
    data: { contact: { email, mobile: '9876543210' }, address: ADDRESS, payment: 'cod' },
  });
  expect(response.ok(), await response.text()).toBe(true);
  let link: string | undefined;
  await expect
    .poll(async () => {
      const [mail] = await readMails(E2E_ORIGIN, email);
      link = /https?:\/\/[^/\s]+(\/orders\/track\/\S+)/.exec(mail?.text ?? '')?.[1];
      return link;
    })
    .toBeTruthy();
  return link ?? '';
}
