import { expect, type Locator, test } from '@playwright/test';
import { fillCart } from '#support/e2e-order.ts';

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not shown');
  return box;
}

test('shows the text of a slide below its picture on a phone', async ({ page }) => {
  await page.goto('/');
  const slide = page.getByRole('region', { name: 'From the shop' }).getByRole('listitem').first();
  const picture = await boxOf(slide.getByRole('img'));
  const heading = await boxOf(slide.getByRole('heading'));
  expect(heading.y).toBeGreaterThanOrEqual(picture.y + picture.height);
});

test('buttons on cards have tap targets of 44 px and circles of 28 px', async ({ page }) => {
  await page.goto('/products');
  const card = page.getByRole('article').first();
  for (const button of [card.getByRole('button'), card.getByRole('link', { name: /^Quick view/ })]) {
    const { width, height } = await boxOf(button);
    expect([width, height]).toEqual([44, 44]);
    const circle = await button.evaluate((element) => Number.parseFloat(getComputedStyle(element, '::before').width));
    expect(circle).toBe(28);
  }
});

test('a chevron in the row of a category opens its subcategories', async ({ page }) => {
  await page.goto('/products?open_filter=true');
  const category = page.locator('[data-facet=category]');
  const chevron = category.getByLabel('Categories in Men');
  const row = await boxOf(category.locator('label').filter({ hasText: /^Men/ }));
  const box = await boxOf(chevron);
  expect([box.width, box.height]).toEqual([44, 44]);
  expect(box.y).toBeGreaterThanOrEqual(row.y - 1);
  expect(box.y + box.height).toBeLessThanOrEqual(row.y + row.height + 1);
  await expect(category.getByRole('checkbox', { name: 'Shirts' })).toBeHidden();
  await chevron.click();
  await category.getByRole('checkbox', { name: /^Shirts/ }).check();
  await expect(page).toHaveURL(/category=men-shirts/);
});

test('the bar with the button of the filter panel covers the content below it', async ({ page }) => {
  await page.goto('/products?category=women&open_filter=true');
  const slider = page.getByRole('slider', { name: 'Lowest price' });
  const bar = await boxOf(page.locator('[data-apply]'));
  const overlap = await slider.evaluate((input, barTop) => {
    for (let box = input.parentElement; box; box = box.parentElement)
      box.scrollTop += input.getBoundingClientRect().top - barTop;
    // The thumb of the lowest price is at the left end.
    const { left, top, height } = input.getBoundingClientRect();
    const topmost = document.elementFromPoint(left + height / 2, top + height / 2);
    return { isUnderBar: top + height / 2 > barTop, isBarOnTop: topmost?.closest('[data-apply]') !== null };
  }, bar.y);
  expect(overlap).toEqual({ isUnderBar: true, isBarOnTop: true });
});

test('the checkout has no announcements, menus, search or newsletter', async ({ page }) => {
  await fillCart(page);
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  for (const name of ['Menu', 'Search', 'Wishlist', 'Subscribe']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  }
  await expect(page.getByRole('complementary', { name: 'Announcements' })).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Returns and exchanges' })).toBeVisible();
});
