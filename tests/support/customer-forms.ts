import { expect, type Locator, type Page } from '@playwright/test';
import { REVIEW_SUBMITTED } from '#lib/customers/reviews/reviews.ts';
import { REPLY_DONE } from '#lib/customers/support/ticket.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { PROFILE_SAVED } from '#lib/sales/account/profile.ts';
import { ADDRESS_ADDED, ADDRESS_SAVED } from '#lib/sales/address/address.ts';
import { EXCHANGE_DONE } from '#lib/sales/exchanges/exchange.ts';
import { placeDeliveredOrder } from './delivered-order.ts';
import { sessionCookies } from './e2e-customer.ts';
import { addRowOwner, type RowOwner } from './owned-rows.ts';
import { ROUTE_FILES, routeSource } from './routes.ts';

/** A form that only logged-in customers may send. */
export interface CustomerForm {
  /** The file of the form's endpoint, below src/pages. */
  route: string;
  /** The path of the page with the form. */
  path: (owner: RowOwner) => string | Promise<string>;
  /** The path of the page with the form in a browser with JavaScript, if the path differs. */
  pathWithScript?: (owner: RowOwner) => Promise<string>;
  fill: (main: Locator) => Promise<void>;
  /** A regular expression for the button's label. */
  button: string;
  /** The message that the page shows after the form has been sent. */
  successMessage: string;
  /** The texts that `fill` types, by field. */
  typedTexts: Record<string, string>;
}

const HOUSE = { 'House or flat': '14, Lakshmi Nivas', 'Street or area': 'Brigade Road' };
const TEXT = 'The left seam is torn.';

/** Fills in the address. The form already contains the customer's name and mobile number. */
async function fillHouse(main: Locator): Promise<void> {
  await main.getByLabel('Pincode').fill('560001');
  await fillTexts(main, HOUSE);
}

async function fillTexts(main: Locator, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await main.getByLabel(label, { exact: true }).fill(text);
}

export const CUSTOMER_FORMS: CustomerForm[] = [
  {
    route: 'public/profile/index.ts',
    path: () => '/account/profile?edit=1',
    fill: (main) => fillTexts(main, { Name: 'Bela Rao' }),
    typedTexts: { Name: 'Bela Rao' },
    button: 'Save',
    successMessage: PROFILE_SAVED,
  },
  {
    route: 'public/address/create.ts',
    path: () => '/account/address?new=1',
    fill: fillHouse,
    typedTexts: HOUSE,
    button: 'Save address',
    successMessage: ADDRESS_ADDED,
  },
  {
    route: 'public/address/update/[id].ts',
    path: ({ rowIds }) => `/account/address?edit=${rowIds.address}`,
    fill: fillHouse,
    typedTexts: HOUSE,
    button: 'Save address',
    successMessage: ADDRESS_SAVED,
  },
  {
    route: 'public/reviews/create.ts',
    path: ({ rowIds }) => `/account/reviews/edit?product=${rowIds.product}`,
    pathWithScript: async ({ rowIds }) => `/products/${await slugOf(rowIds.product)}/reviews`,
    async fill(main) {
      await main.getByRole('radio', { name: '3 out of 5 stars' }).check();
      await main.getByRole('textbox', { name: 'Your review' }).fill(TEXT);
    },
    typedTexts: { 'Your review': TEXT },
    button: '(Save|Submit) review',
    successMessage: REVIEW_SUBMITTED,
  },
  {
    route: 'public/support-ticket/create.ts',
    path: () => '/account/support-ticket',
    async fill(main) {
      await fillTexts(main, { Subject: 'Torn seam', Message: TEXT });
      await main.getByLabel('Priority').selectOption('low');
    },
    typedTexts: { Subject: 'Torn seam', Message: TEXT },
    button: 'Submit ticket',
    successMessage: 'We have your ticket',
  },
  {
    route: 'public/support-ticket/send-message/[id].ts',
    path: ({ rowIds }) => `/account/support-ticket/${rowIds.ticket}`,
    fill: (main) => main.getByLabel('Description').fill(TEXT),
    typedTexts: { Description: TEXT },
    button: 'Send reply',
    successMessage: REPLY_DONE,
  },
  {
    route: 'public/orders/orderExchange/[order].ts',
    path: async ({ id }) => `/account/orders/${await placeDeliveredOrder(id, 'bolpur-kantha-bandi')}/exchange`,
    async fill(main) {
      await main.getByLabel(/^Replacement/).selectOption({ index: 1 });
      await main.getByLabel('Quality issues').check();
      await main.getByLabel('Yes').check();
    },
    typedTexts: {},
    button: 'Submit request',
    successMessage: EXCHANGE_DONE,
  },
];

/**
 * The routes of forms that require a login and are shown again with the old input. The form that deletes the account
 * is excluded, because its only input is the email address.
 */
export const ROUTES_OF_CUSTOMER_FORMS = ROUTE_FILES.filter((file) => {
  const source = routeSource(file);
  return (
    /oldInputFields/.test(source) &&
    /customerEndpoint\(|not_logged_in/.test(source) &&
    !file.endsWith('profile/delete.ts')
  );
});

/** Fills in a customer's form, and then ends the browser's session. */
export async function fillThenExpire(page: Page, form: CustomerForm, hasScript: boolean): Promise<RowOwner> {
  const db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
  try {
    const owner = await addRowOwner(db);
    await page.context().addCookies(sessionCookies(owner.token));
    await page.goto(await ((hasScript && form.pathWithScript) || form.path)(owner));
    // The page must show that the customer is logged in before the session ends.
    if (hasScript) await expect(page.locator('[data-account]').first()).toHaveText('My account');
    await form.fill(page.getByRole('main'));
    await db.write.deleteFrom('session').where('customer_id', '=', owner.id).execute();
    return owner;
  } finally {
    await db.close();
  }
}

async function slugOf(productId: string): Promise<string> {
  const db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
  const query = db.read.selectFrom('product').select('slug').where('id', '=', Number(productId));
  return (await query.executeTakeFirstOrThrow().finally(() => db.close())).slug;
}

/** Returns the form's button, whose label may be "Try again" after a rejected request. */
export function sendButton(page: Page, { button }: CustomerForm): Locator {
  return page.getByRole('main').getByRole('button', { name: new RegExp(`^(${button}|Try again)$`) });
}

export async function expectInputKept(page: Page, { typedTexts }: CustomerForm): Promise<void> {
  for (const [name, text] of Object.entries(typedTexts))
    await expect(page.getByRole('main').getByRole('textbox', { name }).first()).toHaveValue(text);
}
