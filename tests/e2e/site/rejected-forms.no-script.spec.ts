import { expect, type Locator, type Page, test } from '@playwright/test';
import { REGISTER_MESSAGES, USER_NOT_FOUND } from '#lib/customers/auth/identity.ts';
import { CONTACT_MESSAGES } from '#lib/customers/contact/contact.ts';
import { REVIEW_MESSAGES } from '#lib/customers/reviews/reviews.ts';
import { REPLY_MESSAGES, TICKET_MESSAGES } from '#lib/customers/support/ticket.ts';
import { ADDRESS_MESSAGES } from '#lib/sales/address/address.ts';
import { EXCHANGE_MESSAGES } from '#lib/sales/exchanges/exchange.ts';
import { placeDeliveredOrder } from '#support/delivered-order.ts';
import { logInAs } from '#support/e2e-customer.ts';

/** Returns the email field of the form. The footer has another email field, for the newsletter. */
const emailField = (page: Page) => page.getByRole('main').getByLabel('Email', { exact: true });

/** Expects that the field has the message and the focus, and that the URL contains no personal data. */
async function expectErrorOn(field: Locator, message: string | RegExp): Promise<void> {
  await expect(field).toHaveAccessibleDescription(message);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
  const page = field.page();
  expect(decodeURIComponent(page.url())).not.toMatch(/@|Asha|9876543210|Karkhana/);
}

test('a rejected login keeps the email address for one page load', async ({ page }) => {
  await page.goto('/login?next=/cart');
  await emailField(page).fill('nobody@example.in');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expectErrorOn(emailField(page), USER_NOT_FOUND);
  await expect(emailField(page)).toHaveValue('nobody@example.in');
  await expect(page).toHaveURL(/next=/);
  await page.reload();
  await expect(emailField(page), 'after a reload').toHaveValue('');
});

test('a rejected registration keeps its text and its checked box', async ({ page, context }) => {
  const { email: registeredEmail } = await logInAs(context, 'Asha Rao');
  await context.clearCookies();
  await page.goto('/register');
  await page.getByLabel('Name').fill('A  ');
  await emailField(page).fill(registeredEmail);
  await page.getByLabel('Mobile').fill('9876543210');
  await page.getByLabel('I accept the').check();
  await page.getByRole('button', { name: 'Register' }).click();
  await expectErrorOn(page.getByLabel('Name'), REGISTER_MESSAGES.name);
  await expect(emailField(page)).toHaveValue(registeredEmail);
  await expect(page.getByLabel('Mobile')).toHaveValue('9876543210');
  await expect(page.getByLabel('I accept the')).toBeChecked();
  await page.getByLabel('Name').fill('अशा <b>राव</b>');
  await page.getByRole('button', { name: 'Register' }).click();
  await expectErrorOn(emailField(page), /already has an account/);
  await expect(page.getByLabel('Name')).toHaveValue('अशा <b>राव</b>');
});

test('a rejected address keeps every field', async ({ page, context }) => {
  await logInAs(context, 'Asha Rao');
  await page.goto('/account/address?new=1');
  const longStreet = 'कारखाना गली '.repeat(15).trim();
  const values = { 'Full name': 'Bela Rao', Mobile: '9876543210', Pincode: '999999', 'House or flat': '12-3/A' };
  for (const [label, text] of Object.entries(values)) await page.getByLabel(label).fill(text);
  await page.getByLabel('Street or area').fill(longStreet);
  await page.getByLabel('Work').check();
  await page.getByLabel('Use this as my default address').check();
  await page.getByRole('button', { name: 'Save address' }).click();
  await expectErrorOn(page.getByLabel('City or district'), ADDRESS_MESSAGES.city);
  for (const [label, text] of Object.entries(values)) await expect(page.getByLabel(label)).toHaveValue(text);
  await expect(page.getByLabel('Street or area')).toHaveValue(longStreet);
  await expect(page.getByLabel('Work')).toBeChecked();
  await expect(page.getByLabel('Use this as my default address')).toBeChecked();
  await page.getByLabel('City or district').fill('Newtown');
  await page.getByLabel('State').selectOption('Goa');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('Newtown, Goa 999999')).toBeVisible();
});

test('a rejected profile keeps every field, and a rejected deletion keeps its text', async ({ page, context }) => {
  await logInAs(context, 'Asha Rao');
  await page.goto('/account/profile?edit=1');
  await page.getByLabel('Name').fill('Asha <Rao>');
  await page.getByLabel('Mobile').fill('9000000000');
  await page.getByLabel('Gender').selectOption('Other');
  await page.getByLabel('Date of birth').fill('1990-02-28');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectErrorOn(page.getByLabel('Name'), 'Name should contain only letters and spaces');
  await expect(page.getByLabel('Name')).toHaveValue('Asha <Rao>');
  await expect(page.getByLabel('Mobile')).toHaveValue('9000000000');
  await expect(page.getByLabel('Gender')).toHaveValue('other');
  await expect(page.getByLabel('Date of birth')).toHaveValue('1990-02-28');
  await page.goto('/account/profile');
  await page.getByText('Delete my account').first().click();
  const field = page.getByLabel('Type your email address to continue');
  await field.fill('other@example.in');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expectErrorOn(field, /exactly/);
  await expect(field).toHaveValue('other@example.in');
});

test('shows an error on the field of a wrong code, and does not fill in the code again', async ({ page, context }) => {
  const { email: registeredEmail } = await logInAs(context, 'Asha Rao');
  await context.clearCookies();
  await page.goto('/login');
  await emailField(page).fill(registeredEmail);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = page.getByRole('main').getByLabel('Code');
  await code.fill('0000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expectErrorOn(code, 'Invalid OTP, please try again.');
  await expect(code).toHaveValue('');
});

const FILE = { name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('one kurta') };
const CHOOSE_AGAIN = /Please choose your files again\.$/;

test('shows a rejected contact message again with its input', async ({ page }) => {
  await page.goto('/contact');
  const main = page.getByRole('main');
  await main.getByLabel('Name').fill('   ');
  await main.getByLabel('Mobile').fill('9876543210');
  await emailField(page).fill('asha@example.in');
  await main.getByLabel('Message').fill('Do you sell\nby the <b>metre</b>?');
  await main.getByRole('button', { name: 'Send message' }).click();
  await expectErrorOn(main.getByLabel('Name'), CONTACT_MESSAGES.nameRequired);
  await expect(main.getByLabel('Mobile')).toHaveValue('9876543210');
  await expect(emailField(page)).toHaveValue('asha@example.in');
  await expect(main.getByLabel('Message')).toHaveValue('Do you sell\nby the <b>metre</b>?');
  await main.getByLabel('Name').fill('Asha Rao');
  await main.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Contact submitted successfully')).toBeVisible();
});

test('shows a rejected review again with its stars and its fit', async ({ page, context }) => {
  await logInAs(context, 'Asha Rao');
  await page.goto('/products/ferry-stripe-linen/reviews');
  await page.getByRole('radio', { name: '2 out of 5 stars' }).check();
  await page.getByLabel('Runs large').check();
  await page.getByLabel('Your review').fill('   ');
  await page.getByRole('button', { name: 'Submit review' }).click();
  await expect(page.getByRole('main').getByText(REVIEW_MESSAGES.summaryRequired)).toBeVisible();
  await expect(page.getByRole('radio', { name: '2 out of 5 stars' })).toBeChecked();
  await expect(page.getByLabel('Runs large')).toBeChecked();
  await page.getByLabel('Your review').fill('It frays');
  await page.getByRole('button', { name: 'Submit review' }).click();
  await expect(page.getByText('Review submitted successfully.')).toBeVisible();
});

test('a rejected ticket keeps its text but not its files, and a rejected reply shows its error', async ({
  page,
  context,
}) => {
  await logInAs(context, 'Asha Rao');
  await page.goto('/account/support-ticket');
  // The message is almost as long as the maximum, in a script with three bytes per letter.
  const words = 'सिलाई खुली हुई थी और रंग भी वह नहीं जो चित्र में दिखता है '.split(' ');
  const longMessage = Array.from({ length: 900 }, (_, index) => words[(index * index + 3 * index) % words.length]).join(
    ' ',
  );
  await page.getByLabel('Subject').fill('   ');
  await page.getByLabel('Priority').selectOption('high');
  await page.getByLabel('Message').fill(longMessage);
  await page.getByLabel(/^Files/).setInputFiles([FILE]);
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  await expectErrorOn(page.getByLabel('Subject'), TICKET_MESSAGES.subject);
  await expect(page.getByRole('status').getByText(CHOOSE_AGAIN)).toBeVisible();
  await expect(page.getByLabel('Priority')).toHaveValue('high');
  await expect(page.getByLabel('Message')).toHaveValue(longMessage);
  await page.getByLabel('Subject').fill('Torn seam');
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  await page.getByRole('link', { name: 'See the ticket' }).click();
  await page.getByLabel('Description').fill('   ');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expectErrorOn(page.getByLabel('Description'), new RegExp(`^${REPLY_MESSAGES.required}`));
  await expect(page.getByText(CHOOSE_AGAIN)).toHaveCount(0);
});

test('shows a rejected exchange again, with the focus on the invalid field', async ({ page, context }) => {
  const asha = await logInAs(context, 'Asha Rao');
  const order = await placeDeliveredOrder(asha.id, 'bolpur-kantha-bandi');
  await page.goto(`/account/orders/${order}/exchange`);
  await page.getByLabel(/^Replacement/).selectOption({ index: 1 });
  await page.getByLabel('No', { exact: true }).check();
  await page.getByLabel('Another reason').fill('  ');
  await page.getByLabel(/^Images/).setInputFiles([{ ...FILE, name: 'seam.jpg', mimeType: 'image/jpeg' }]);
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expectErrorOn(page.getByLabel(/^Images/), /seam.jpg is not a valid image file/);
  await expect(page.getByRole('status').getByText(CHOOSE_AGAIN)).toBeVisible();
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByRole('main').getByText(EXCHANGE_MESSAGES.reason)).toBeVisible();
  await expect(page.getByLabel('Size too small')).toBeFocused();
  await expect(page.getByLabel('No', { exact: true })).toBeChecked();
});
