import { expect, test } from '@playwright/test';
import { readCode } from '#support/mailbox.ts';

/** A product whose size L is sold out in the demo shop. */
const KURTA = 'konkan-stripe-pocket-kurta';

test('offers an email for the chosen sold-out size, and requests the code on a separate page', async ({
  page,
  baseURL: origin = '',
}) => {
  const main = page.getByRole('main');
  const productResponse = await page.request.get(`/public/product/show/${KURTA}`);
  const { data } = (await productResponse.json()) as { data: { variant_ids: { _id: string; variant: string }[] } };
  const idOf = (name: string) => data.variant_ids.find(({ variant }) => variant === name)?._id;
  await page.goto(`/products/${KURTA}/${idOf('Moss/M')}`);
  const link = main.getByRole('link', { name: 'Email me when it is back' });
  const soldOutSize = main.getByRole('group', { name: /^Size/ }).getByRole('link', { name: /^L\b.*Out of Stock/ });
  await expect(link).toHaveCount(0);
  await soldOutSize.click();
  await expect(link).toHaveAttribute('href', `/back-in-stock/${idOf('Moss/L')}`);
  await expect(main.getByRole('button', { name: 'Out of Stock' })).toBeDisabled();
  await main.getByRole('group', { name: /^Size/ }).getByRole('link', { name: 'M', exact: true }).click();
  await expect(link).toHaveCount(0);
  await soldOutSize.click();
  await link.click();

  const email = `script-${Date.now()}@example.in`;
  await main.getByLabel('Email').fill(email);
  await main.getByRole('button', { name: 'Email me' }).click();
  await expect(page).toHaveURL(new RegExp(`/back-in-stock/${idOf('Moss/L')}/code$`));
  await main.getByLabel('Code').fill(await readCode(origin, email));
  await page.keyboard.press('Enter');
  await expect(page.getByText('We will email you once, when the item is back.')).toBeVisible();
  await expect(main.getByLabel('Email')).toHaveCount(0);
});

test('adds an available product to the cart from the back-in-stock page, and the API rejects invalid requests', async ({
  page,
  request,
  baseURL: origin = '',
}) => {
  const productResponse = await page.request.get(`/public/product/show/${KURTA}`);
  const { data } = (await productResponse.json()) as { data: { variant_ids: { _id: string; quantity: number }[] } };
  const availableVariantId = data.variant_ids.find(({ quantity }) => quantity > 0)?._id;
  await page.goto(`/back-in-stock/${availableVariantId}`);
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  const post = async (path: string, body: object) => {
    const response = await request.post(`/back-in-stock/${path}`, { data: body, headers: { origin } });
    return [response.status(), ((await response.json()) as { message: string }).message];
  };
  const email = 'asha@example.in';
  expect(await post('start', { variant: availableVariantId, email })).toEqual([
    200,
    'This item is in stock: you can buy it now.',
  ]);
  expect(await post('start', { variant: '999999', email })).toEqual([404, 'This product is not sold here.']);
  expect(await post('start', { variant: availableVariantId })).toEqual([422, 'Email is required.']);
  expect((await post('confirm', { code: '1234' }))[0]).toBe(422);
  expect((await post('ask', { variant: availableVariantId }))[0]).toBe(401);
  expect((await page.goto('/back-in-stock/999999'))?.status()).toBe(404);
});
