import { globSync, readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { LET_SHOP_CHOOSE } from '#lib/sales/exchanges/exchange.ts';
import { holdScripts } from '#support/built-scripts.ts';
import { placeDeliveredOrder } from '#support/delivered-order.ts';
import { logInAs } from '#support/e2e-customer.ts';
import { fillCart } from '#support/e2e-order.ts';
import { E2E_ORIGIN } from '#support/e2e-origin.ts';
import { type HydratingForm, submitWhileHydrating } from '#support/hydrating-form.ts';
import { samplePng } from '#support/sample-files.ts';

/**
 * The number of submissions of each form. Each submission is in a later frame, which is partly random.
 * `HYDRATIONS=200` reveals rare losses of input.
 */
const SUBMISSIONS = Number(process.env.HYDRATIONS ?? 2);
/** The number of frames after which hydration is finished, even if it is six times slower. */
const FRAMES = 40;

interface FormTest extends HydratingForm {
  island?: string;
  /** Prepares the form. May return a path and an action that depend on the preparation. */
  prepare?: (page: Page) => Promise<Partial<HydratingForm> | undefined>;
}

async function logIn(page: Page): Promise<undefined> {
  await logInAs(page.context(), 'Hydration');
}

async function prepareCart(page: Page): Promise<{ action: string }> {
  await page.goto('/');
  await fillCart(page);
  const cart = (await (await page.request.get('/public/cart')).json()) as { data: { lines: { _id: string }[] } };
  return { action: `/public/cart/update/${cart.data.lines[0]?._id}` };
}

async function prepareTicket(page: Page): Promise<{ path: string; action: string }> {
  await logIn(page);
  const ticket = { subject: 'A torn seam', priority: 'high', message: 'The seam of the left sleeve is torn.' };
  const headers = { origin: E2E_ORIGIN };
  await page.request.post('/public/support-ticket/create', { headers, multipart: ticket });
  const list = (await (await page.request.get('/public/support-ticket')).json()) as {
    data: { data: { _id: string }[] };
  };
  const id = list.data.data[0]?._id;
  return { path: `/account/support-ticket/${id}`, action: `/public/support-ticket/send-message/${id}` };
}

async function prepareDeliveredOrder(page: Page): Promise<{ path: string; action: string }> {
  const { id } = await logInAs(page.context(), 'Hydration');
  const order = await placeDeliveredOrder(id, 'bolpur-kantha-bandi');
  return { path: `/account/orders/${order}/exchange`, action: `/public/orders/orderExchange/${order}` };
}

const FORMS: FormTest[] = [
  {
    name: 'product',
    island: 'BuyBox',
    path: '/products/ferry-stripe-linen',
    action: '/public/cart/create',
    fields: { quantity: '1.5' },
  },
  {
    name: 'quick view',
    path: '/products?quickView=ferry-stripe-linen',
    action: '/public/cart/create',
    fields: { quantity: '1.5' },
  },
  {
    name: 'contact',
    island: 'ContactForm',
    path: '/contact',
    action: '/public/contact/create',
    fields: { name: 'Asha Rao', mobile: '9876543210', email: 'asha@example.in', content: 'Is the linen washed?' },
  },
  {
    name: 'register',
    island: 'RegisterForm',
    path: '/register',
    action: '/auth/customer/register',
    fields: { name: 'Asha Rao', email: 'asha@example.in', mobile: '9876543210', termsAndCondtion: 'true' },
  },
  {
    name: 'login',
    island: 'LoginForm',
    path: '/login',
    action: '/auth/customer/login',
    fields: { email: 'asha@example.in' },
  },
  {
    name: 'checkout',
    path: '/checkout',
    action: '/public/checkout/draft',
    fields: { email: 'asha@example.in', mobile: '9876543210' },
    prepare: async (page) => void (await prepareCart(page)),
  },
  {
    name: 'address',
    island: 'AddressForm',
    path: '/account/address?new=1',
    action: '/public/address/create',
    fields: {
      name: 'Asha Rao',
      mobile: '9876543210',
      house: '14',
      street: 'Brigade Road',
      landmark: 'Beside the bank',
      city: 'Bengaluru',
      state: 'Karnataka',
      pincode: '560001',
      type: 'work',
    },
    prepare: logIn,
  },
  {
    name: 'profile',
    island: 'ProfileCard',
    path: '/account/profile?edit=1',
    action: '/public/profile',
    fields: { name: 'Asha Menon', mobile: '9876500000', gender: 'female', dob: '1990-05-17' },
    prepare: logIn,
  },
  {
    name: 'ticket',
    island: 'TicketForm',
    path: '/account/support-ticket?new=1',
    action: '/public/support-ticket/create',
    fields: { subject: 'A torn seam', priority: 'high', message: 'The seam of the left sleeve is torn.' },
    prepare: logIn,
  },
  {
    name: 'reply',
    island: 'ReplyForm',
    path: '',
    action: '',
    fields: { message: 'Is there any news?' },
    prepare: prepareTicket,
  },
  {
    name: 'exchange',
    island: 'ExchangeForm',
    path: '',
    action: '',
    fields: { instead: `0:${LET_SHOP_CHOOSE}`, customReason: 'The seam is torn', hasOriginalPackaging: 'false' },
    prepare: prepareDeliveredOrder,
  },
  { name: 'cart', island: 'CartPage', path: '/cart', action: '', fields: { quantity: '2' }, prepare: prepareCart },
];

/** Islands with separate tests below. */
const TESTED_SEPARATELY = ['CodeStep', 'ProfileImageForm'];
const WITHOUT_FIELDS = ['CropPicture', 'PaymentStatusPanel', 'WishlistPage'];

test('every island has a test here or has no fields', () => {
  const renderedIslands = globSync('src/{pages,components}/**/*.astro').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<(\w+)(?:\s(?:[^<>]|=>)*)?\sclient:\w+/g)].map(([, island]) => island),
  );
  const hydratedIslands = globSync('src/islands/**/*.ts').flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return source.includes('hydrateIsland(')
      ? [...source.matchAll(/createElement\((\w+)/g)].map(([, name]) => name)
      : [];
  });
  const listedIslands = [...FORMS.flatMap(({ island }) => island ?? []), ...TESTED_SEPARATELY, ...WITHOUT_FIELDS];
  expect([...new Set([...renderedIslands, ...hydratedIslands])].sort()).toEqual(listedIslands.sort());
});

for (const { prepare, island: _, ...form } of FORMS) {
  test(`${form.name}: sends the input from before hydration, in whichever frame it is submitted`, async ({
    browser,
  }) => {
    test.setTimeout(60_000 + SUBMISSIONS * 20_000);
    for (let index = 0; index < SUBMISSIONS; index += 1) {
      const page = await browser.newPage();
      const preparedForm = await prepare?.(page);
      const frame = Math.floor(((index + Math.random()) * FRAMES) / SUBMISSIONS);
      const { lostFields, sentFields } = await submitWhileHydrating(page, { ...form, ...preparedForm }, frame);
      expect(lostFields, `before frame ${frame}`).toEqual([]);
      expect(sentFields, `in frame ${frame}`).toMatchObject(form.fields);
      await page.close();
    }
  });
}

test('digits typed into the plain code field are moved to the boxes, as is the focus', async ({ page }) => {
  const release = await holdScripts(page, 'react');
  await page.goto('/register');
  for (const [label, text] of [
    ['Name', 'Asha Rao'],
    ['Email', `code-${Date.now()}@example.in`],
    ['Mobile', '9876543210'],
  ] as const)
    await page.getByRole('main').getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('I accept the').check();
  await page.locator('form[action="/auth/customer/register"]').evaluate((form: HTMLFormElement) => form.submit());
  const plainCodeField = page.getByLabel('Code', { exact: true });
  await plainCodeField.pressSequentially('12');
  release();
  await expect(page.getByLabel('Digit 1 of 4')).toHaveValue('1');
  await expect(page.getByLabel('Digit 2 of 4')).toHaveValue('2');
  await expect(page.getByLabel('Digit 3 of 4')).toBeFocused();
});

test('a picture that was chosen before hydration is uploaded', async ({ page }) => {
  await logIn(page);
  const release = await holdScripts(page, 'react');
  await page.goto('/account/profile');
  const field = page.getByLabel('Profile image');
  await field.setInputFiles([{ name: 'me.png', mimeType: 'image/png', buffer: await samplePng(300, 200) }]);
  release();
  await expect(page.getByRole('img', { name: 'Your profile' })).toBeVisible();
});
