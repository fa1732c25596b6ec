import { expect, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { contentScriptBudgetBytes, HTML_BUDGET_BYTES, measurePageSizes } from '../../bench/page-sizes.ts';
import { CONTENT_PAGES } from '../../bench/pages.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.describe('questions', () => {
  test('a link to a question opens the question and scrolls to it', async ({ page }) => {
    await page.goto('/faq#will-the-colour-run');
    const entry = page.locator('#will-the-colour-run');
    await expect(entry).toBeInViewport();
    await expect(page.locator('details', { has: entry })).toHaveAttribute('open', '');
    await expect(page.getByRole('heading', { name: 'HELP BY CATEGORIES' })).toBeVisible();
  });

  test('a search shows matching answers, or a message if there are none', async ({ page }) => {
    await page.goto('/faq');
    const searchBox = page.getByRole('main').getByRole('searchbox');
    await searchBox.fill('shrink');
    await searchBox.press('Enter');
    await expect(page.getByText('How much do cotton and khadi shrink?')).toBeVisible();
    await expect(page.getByText('How can I pay?')).toBeHidden();
    await page.goto('/faq?q=zzzz');
    await expect(page.getByText('No questions available')).toBeVisible();
  });

  test('the API returns categories of questions with their answers', async ({ request }) => {
    const list = await (await request.get('/public/faq')).json();
    expect(list.data.data[0]).toEqual({ name: expect.any(String), slug: expect.any(String), _id: expect.any(String) });
    const detail = await (await request.get(`/public/faq/show/${list.data.data[0].slug}`)).json();
    expect(detail.data.faqs_detail[0]).toMatchObject({ ques: expect.any(String), ans: expect.stringContaining('<p>') });
    expect((await request.get('/public/faq/show/nope')).status()).toBe(404);
  });
});

test.describe('slideshow and journal', () => {
  test('the slideshow advances with its button and automatically', async ({ page }) => {
    await page.goto('/');
    const rail = page.locator('[data-interval-ms="5000"]');
    const currentSlide = () => rail.evaluate((element) => Math.round(element.scrollLeft / element.clientWidth));
    const nextButton = page.getByRole('button', { name: 'Next slide' });
    // The slideshow pauses while the mouse is over it. On a busy machine, it may have advanced before.
    await nextButton.hover();
    const firstSlide = await currentSlide();
    await nextButton.click();
    await expect.poll(currentSlide).not.toBe(firstSlide);
    const secondSlide = await currentSlide();
    await page.mouse.move(0, 0);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect.poll(currentSlide).not.toBe(secondSlide);
  });

  test('the carousel advances automatically, pauses on hover and focus, and wraps around', async ({ page }) => {
    await page.goto('/');
    const rail = page.locator('[data-interval-ms="3000"]', { has: page.locator('a[href^="/blogs/"]') });
    await rail.scrollIntoViewIfNeeded();
    await page.mouse.move(0, 0);
    const scrollPosition = () => rail.evaluate((element) => Math.round(element.scrollLeft));
    await expect.poll(scrollPosition, { timeout: 8_000 }).toBeGreaterThan(0);
    await rail.hover();
    await page.waitForTimeout(700);
    const positionBefore = await scrollPosition();
    await page.waitForTimeout(3_500);
    expect(await scrollPosition()).toBe(positionBefore);
    await page.mouse.move(0, 0);
    await rail.evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: 'instant' }));
    await expect.poll(scrollPosition, { timeout: 8_000 }).toBe(0);
    await rail.getByRole('link').first().focus();
    await page.waitForTimeout(4_000);
    expect(await scrollPosition()).toBe(0);
  });

  for (const [width, count] of [
    [768, 2],
    [769, 3],
  ] as const) {
    test(`the carousel shows ${count} articles at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/');
      const rail = page.locator('[data-interval-ms="3000"]', { has: page.locator('a[href^="/blogs/"]') });
      const [railWidth, cardWidth] = await rail.evaluate((element) => [
        element.clientWidth,
        element.firstElementChild?.getBoundingClientRect().width ?? 0,
      ]);
      expect(Math.round((railWidth ?? 0) / (cardWidth ?? 1))).toBe(count);
    });
  }

  test('products in an article show the same price and stock as their pages', async ({ page, request }) => {
    await page.goto('/blogs/caring-for-block-prints');
    const card = page.locator('[data-article-product]').first();
    const slug = await card.getAttribute('data-article-product');
    const { data } = await (await request.get(`/public/product/show/${slug}`)).json();
    const prices = data.variant_ids.map(
      (variant: { price: number; sale_price: number | null }) => variant.sale_price ?? variant.price,
    );
    const lowestPrice = Math.min(...prices).toLocaleString('en-IN', { minimumFractionDigits: 2 });
    await expect(card).toContainText(`₹${lowestPrice}`);
    await expect(card).toContainText(data.stock_status === 'in_stock' ? 'In Stock' : /Out of Stock|Pre-order/);
    await expect(page.getByRole('article').getByRole('link', { name: /WhatsApp|Facebook|^X$/ })).toHaveCount(3);
    await card.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/products/${slug}`));
  });

  test('the feed lists the same articles as the API, and articles are found by topic and by search', async ({
    page,
    request,
  }) => {
    await page.goto('/blogs');
    await page.getByRole('link', { name: /^Care \(/ }).click();
    await expect(page).toHaveURL(/tag=care/);
    await expect(page.getByRole('main').locator('a[href="/blogs/mending"]')).toBeVisible();
    const { data } = await (await request.get('/public/blog')).json();
    const feed = await (await request.get('/rss.xml')).text();
    for (const { slug } of data.data) expect(feed).toContain(`/blogs/${slug}</link>`);
    const article = await (await request.get(`/public/blog/${data.data[0].slug}`)).json();
    expect(Object.keys(article.data)).toEqual(
      expect.arrayContaining(['id', 'slug', 'name', 'featured_image', 'created_at', 'content']),
    );
    const results = await (await request.get('/public/search/all?search=khadi')).json();
    expect(results.data.blog).toContainEqual({ slug: 'how-khadi-is-spun', name: 'How khadi is spun' });
    expect((await request.get('/public/blog/nope')).status()).toBe(404);
    expect((await request.get('/blogs/nope')).status()).toBe(404);
  });
});

for (const { path } of CONTENT_PAGES) {
  test(`${path} has no problems in axe, fits a width of 320 px, and stays within its budgets`, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const sizes = await measurePageSizes(baseURL ?? '', { name: path, path });
    expect(sizes).toMatchObject({ hasReact: false, blockingTags: [] });
    expect(sizes.htmlBytes).toBeLessThanOrEqual(HTML_BUDGET_BYTES);
    expect(sizes.scriptBytes).toBeLessThanOrEqual(contentScriptBudgetBytes(path));
    const violations = await axeViolations(page);
    expect(violations).toEqual([]);
  });
}

test('the marquee is animated by CSS, and pauses on hover and with its checkbox', async ({ page }) => {
  await page.goto('/faq');
  const track = page.locator('.marquee-track');
  const state = () => track.evaluate((element) => getComputedStyle(element).animationPlayState);
  const seconds = await track.evaluate((element) => Number.parseFloat(getComputedStyle(element).animationDuration));
  expect(seconds).toBeGreaterThanOrEqual(25);
  expect(await state()).toBe('running');
  await page.mouse.move(100, 40);
  expect(await state()).toBe('paused');
  await page.mouse.move(200, 600);
  expect(await state()).toBe('running');
  const pauseCheckbox = page.getByRole('checkbox', { name: 'Pause' });
  await pauseCheckbox.focus();
  await page.keyboard.press('Space');
  await expect(pauseCheckbox).toBeChecked();
  expect(await state()).toBe('paused');
});
