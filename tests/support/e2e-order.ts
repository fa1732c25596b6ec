import { expect, type Page } from '@playwright/test';
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

/** Something in the cart of the page's visitor or customer; the buttons for it have tests of their own. */
export async function fillCart(page: Page, slug = 'gir-lion-tee'): Promise<void> {
  const shown = await page.request.get(`/public/product/show/${slug}`);
  const { data } = (await shown.json()) as { data: { variant_ids: { _id: string; quantity: number }[] } };
  const variant = data.variant_ids.find(({ quantity }) => quantity > 0)?._id;
  const added = await page.request.post('/public/cart/create', {
    headers: { origin: originOf() },
    data: { product: slug, variant: String(variant), quantity: 1 },
  });
  expect(added.ok()).toBe(true);
}

/** A guest's order, paid at the door; gives the path of the link that was mailed. */
export async function guestOrder(page: Page, email: string): Promise<string> {
  await fillCart(page);
  const placed = await page.request.post('/public/orders/create', {
    headers: { origin: originOf(), 'idempotency-key': email },
    data: { contact: { email, mobile: '9876543210' }, address: ADDRESS, payment: 'cod' },
  });
  expect(placed.ok(), await placed.text()).toBe(true);
  let link: string | undefined;
  await expect
    .poll(async () => {
      const [mail] = await readMails(originOf(), email);
      link = /https?:\/\/[^/\s]+(\/orders\/track\/\S+)/.exec(mail?.text ?? '')?.[1];
      return link;
    })
    .toBeTruthy();
  return link ?? '';
}

function originOf(): string {
  return `http://127.0.0.1:${process.env.E2E_PORT}`;
}
