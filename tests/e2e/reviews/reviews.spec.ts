import { expect, type Page, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { logInAs } from '#support/e2e-customer.ts';

// Each test uses a different product, because a review changes the product's page.

async function openReviews(page: Page, slug: string, query = ''): Promise<void> {
  await page.goto(`/products/${slug}${query}#reviews`);
  await expect(page.locator('[data-reviews]')).toBeVisible();
}

test('the reviews tab shows a histogram, and sorts the list without loading the page', async ({ page }) => {
  await page.goto('/products/bagru-marigold-anarkali');
  await page
    .getByRole('navigation', { name: 'Description and reviews' })
    .getByRole('link', { name: /^Reviews/ })
    .click();
  const reviews = page.locator('[data-reviews]');
  await expect(reviews.getByRole('meter')).toHaveCount(5);
  await reviews.getByRole('link', { name: 'Lowest rating' }).click();
  await expect(reviews.getByRole('link', { name: 'Lowest rating' })).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveURL(/\/products\/bagru-marigold-anarkali#reviews$/);
  await expect(reviews.locator('.reviews-average')).toHaveCSS('font-size', '32px');
  const violations = await axeViolations(page, { part: '[data-reviews]' });
  expect(violations).toEqual([]);
});

test('the form sends a review without loading the page if the browser blocks storage', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    });
  });
  await openReviews(page, 'bolpur-kantha-bandi');
  const form = page.locator('[data-review-form]');
  await form.getByRole('textbox').fill('Warm and light');
  await form.getByRole('button').click();
  await expect(form.getByRole('alert')).toHaveText('Please log in to submit a review.');
});

test('prompts a visitor to log in, and restores the review input afterwards', async ({ page, context }) => {
  const slug = 'bolpur-kantha-bandi';
  await openReviews(page, slug);
  const form = page.locator('[data-review-form]');
  await form.getByRole('textbox').fill('Warm and light');
  await form.getByRole('button').click();
  await expect(form.getByRole('alert')).toHaveText('Please log in to submit a review.');
  await expect(page.locator('[data-reviews]').getByRole('link', { name: 'Log in' })).toBeVisible();
  await logInAs(context, 'Asha Rao');
  await page.reload();
  await expect(form.getByRole('textbox')).toHaveValue('Warm and light');
  await expect(page.locator('[data-reviews]').getByRole('link', { name: 'Log in' })).toBeHidden();
});

test('writes a review, edits it, and deletes it after confirmation', async ({ page, context }) => {
  const slug = 'kotgarh-tweed-nehru-jacket';
  await logInAs(context, 'Meera Iyer');
  await openReviews(page, slug);
  const form = page.locator('[data-review-form]');
  await form.getByRole('button').click();
  await expect(form.getByRole('alert')).toHaveText('Please select a rating.');
  await form.getByRole('radio', { name: '4 out of 5 stars' }).check();
  await form.getByRole('textbox').fill('   ');
  await form.getByRole('button').click();
  await expect(form.getByRole('alert')).toHaveText('Please enter a summary.');
  await form.getByRole('textbox').fill('Thick, and it keeps its shape');
  await form.getByRole('radio', { name: 'Runs small' }).check();
  await form.getByRole('button').click();
  await expect(page.getByText('Review submitted successfully.')).toBeVisible();
  const newReview = page.locator('.review', { hasText: 'Thick, and it keeps its shape' });
  await expect(newReview).toContainText('Meera Iyer');

  // The short address on wishlist cards redirects here, and keeps its parameters.
  await page.goto(`/product/${slug}?editreview=1`);
  await expect(page).toHaveURL(new RegExp(`/products/${slug}[?]editreview=1$`));
  await expect(page.locator('#description')).toBeHidden();
  await expect(form.getByRole('textbox')).toHaveValue('Thick, and it keeps its shape');
  await expect(form.getByRole('radio', { name: '4 out of 5 stars' })).toBeChecked();
  await form.getByRole('textbox').fill('It shrank');
  await form.getByRole('button', { name: 'Save review' }).click();
  await expect(page.locator('.review', { hasText: 'It shrank' })).toContainText('edited');
  await expect(newReview).toHaveCount(0);

  const editedReview = page.locator('.review', { hasText: 'It shrank' });
  await editedReview.getByRole('link', { name: 'Delete' }).click();
  const modal = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await expect(modal).toContainText('Are you sure you want to delete this review? This action cannot be undone.');
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await expect(editedReview).toBeVisible();
  await editedReview.getByRole('link', { name: 'Delete' }).click();
  await modal.getByRole('button', { name: 'Delete' }).click();
  await expect(editedReview).toHaveCount(0);
});

test('shows an error if a deletion fails', async ({ page, context }) => {
  await logInAs(context, 'Bala');
  const product = await productId(page, 'dalmandi-brocade-bundi');
  await postReview(page, { rating: 5, summary: 'Fine', product });
  await page.goto('/account/reviews');
  await page.route('**/public/reviews/delete/*', (route) => route.abort());
  await page.getByRole('link', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Something went wrong while deleting the review.')).toBeVisible();
});

test('does not execute any script in the text of a review or the name of a customer', async ({ page, context }) => {
  const reports: string[] = [];
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => reports.push(dialog.message())));
  page.on('console', (message) => /Content Security Policy/.test(message.text()) && reports.push(message.text()));
  const product = await productId(page, 'sawai-brocade-sherwani');
  for (const [index, payload] of PAYLOADS.entries()) {
    // Every tenth payload is also used as a name, which requires a new customer.
    if (index % 10 === 0) await logInAs(context, payload);
    await postReview(page, { rating: 1 + (index % 5), summary: payload, product });
    if (index % 10 !== 9) continue;
    await page.goto('/account/reviews');
    await expect(page.locator('.review-text')).toHaveText(payload.trim());
  }
  await openReviews(page, 'sawai-brocade-sherwani');
  await page.goto('/products/sawai-brocade-sherwani/reviews?sort=lowest');
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(reports).toEqual([]);
});

async function productId(page: Page, slug: string): Promise<number> {
  return (await (await page.request.get(`/public/product/show/${slug}`)).json()).data._id;
}

async function postReview(page: Page, data: object): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/account/reviews');
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    return (await fetch('/public/reviews/create', { method: 'POST', headers, body })).status;
  }, JSON.stringify(data));
  expect(status).toBe(200);
}

const SCRIPTS = ['window.ran=1', 'alert(1)', "import('data:text/javascript,ran=1')", 'top.ran=1'];
const WRAPPINGS = [
  (js: string) => `<script>${js}</script>`,
  (js: string) => `<img src=x onerror="${js}">`,
  (js: string) => `<svg onload=${js}>`,
  (js: string) => `"><script>${js}</script>`,
  (js: string) => `' onmouseover='${js}`,
  (js: string) => `</textarea><script>${js}</script>`,
  (js: string) => `</title><script>${js}</script>`,
  (js: string) => `<a href="javascript:${js}">x</a>`,
  (js: string) => `<iframe srcdoc="<script>${js}</script>"></iframe>`,
  (js: string) => `<details open ontoggle=${js}>`,
  (js: string) => `<math><mi//xlink:href="data:x,<script>${js}</script>">`,
  (js: string) => `<style>@import 'javascript:${js}'</style>`,
  (js: string) => `<body onload=${js}>`,
  (js: string) => `<input autofocus onfocus=${js}>`,
  (js: string) => `<object data="javascript:${js}">`,
  (js: string) => `{{constructor.constructor('${js}')()}}`,
  (js: string) => `\${${js}}`,
  (js: string) => `<!--<img src="--><img src=x onerror=${js}//">`,
  (js: string) => `<template><script>${js}</script></template>`,
  (js: string) => `</script><script>${js}</script>`,
  (js: string) => `<form action="javascript:${js}"><button>x</button></form>`,
  (js: string) => `<link rel=stylesheet href="javascript:${js}">`,
  (js: string) => `<meta http-equiv=refresh content="0;javascript:${js}">`,
  (js: string) => `<svg><script href="data:,${js}"/></svg>`,
  (js: string) => `&lt;script&gt;${js}&lt;/script&gt;`,
];
const PAYLOADS = WRAPPINGS.flatMap((wrap) => SCRIPTS.map(wrap));
