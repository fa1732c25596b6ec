import type { BrowserContext, Locator, Page } from '@playwright/test';
import { logInAs } from './e2e-customer.ts';
import { fillCart } from './e2e-order.ts';

/** Different spellings of the same mobile number. */
export const MOBILE_SPELLINGS = [
  '9876543210',
  '98765 43210',
  '+91 98765 43210',
  '+919876543210',
  '919876543210',
  '09876543210',
  '0091 98765-43210',
];
export const PINCODE_SPELLINGS = ['560001', '560 001', ' 560-001 '];

/** A form with a field for a mobile number or a pincode. */
export interface NumberForm {
  name: string;
  open(page: Page, context: BrowserContext): Promise<void>;
  field(page: Page): Locator;
}

const inMain = (label: string | RegExp) => (page: Page) => page.getByRole('main').getByLabel(label);

export async function toAddressStep(page: Page): Promise<void> {
  await fillCart(page);
  await page.goto('/checkout');
  await page.getByRole('main').getByLabel('Email').fill('meera@example.in');
  await page.getByRole('main').getByLabel('Mobile').fill('9876543210');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await page.getByLabel('Pincode').waitFor();
}

/** Visitors' and customers' forms with a mobile number. */
export const MOBILE_FORMS: NumberForm[] = [
  { name: 'contact', open: (page) => goTo(page, '/contact'), field: inMain('Mobile') },
  { name: 'registration', open: (page) => goTo(page, '/register'), field: inMain('Mobile') },
  {
    name: 'profile',
    open: (page, context) => openAsCustomer(page, context, '/account/profile?edit=1'),
    field: inMain('Mobile'),
  },
  {
    name: 'address',
    open: (page, context) => openAsCustomer(page, context, '/account/address?new=1'),
    field: inMain('Mobile'),
  },
  {
    name: 'checkout, contact',
    async open(page) {
      await fillCart(page);
      await page.goto('/checkout');
    },
    field: inMain('Mobile'),
  },
  { name: 'checkout, address', open: toAddressStep, field: inMain('Mobile') },
];

/** Visitors' and customers' forms with a pincode. */
export const PINCODE_FORMS: NumberForm[] = [
  {
    name: 'address',
    open: (page, context) => openAsCustomer(page, context, '/account/address?new=1'),
    field: inMain('Pincode'),
  },
  { name: 'product', open: (page) => goTo(page, '/products/gir-lion-tee'), field: inMain('Delivery to pincode') },
  {
    name: 'cart',
    async open(page) {
      await fillCart(page);
      await page.goto('/cart');
    },
    field: inMain('Delivery to pincode'),
  },
  { name: 'checkout', open: toAddressStep, field: inMain('Pincode') },
];

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
}

async function openAsCustomer(page: Page, context: BrowserContext, path: string): Promise<void> {
  await logInAs(context, 'Asha Rao');
  await page.goto(path);
}
