import { expect, test } from 'vitest';
import { offlinePage, titleOf, withCopyNotice } from '#islands/offline/copy-page.ts';
import { COPY_LIST, TRY_AGAIN } from '#lib/platform/http/pages/offline-copy.ts';

const HTML = '<html><head><title>Kurtas &amp; more</title></head><body><main id="main" tabindex="-1"><h1>Kurtas</h1>';
const NOON = Date.parse('2026-11-28T12:05:00+05:30');
const HOUR_MS = 3_600_000;

test('a copy that was stored today shows its time above its content', () => {
  const html = withCopyNotice(HTML, NOON, NOON + HOUR_MS);
  expect(html).toMatch(
    /<main id="main" tabindex="-1"><p [^>]*>As of 12:05\. Prices may differ\. <a [^>]*>Try again<\/a><\/p><h1>/,
  );
});

test('an older copy also shows its day', () => {
  expect(withCopyNotice(HTML, NOON, NOON + 24 * HOUR_MS)).toContain('As of 28 November, 12:05.');
});

test('the offline page lists stored pages, and links to the requested page', () => {
  const page = `<ul></ul>${COPY_LIST}<a ${TRY_AGAIN}>Try again</a>`;
  const copy = { isPage: true, bytes: 1, storedAt: NOON, usedAt: NOON };
  const pages = [{ ...copy, url: 'https://shop.example/search?q=a&p="2"', title: titleOf(HTML) }];
  const html = offlinePage(page, pages, '/cart?a=1&b=2');
  expect(html).toContain('<a href="https://shop.example/search?q=a&amp;p=&quot;2&quot;">Kurtas &amp; more</a>');
  expect(html).toContain('<a href="/cart?a=1&amp;b=2">Try again</a>');
  expect(offlinePage(page, [], '')).toBe('<ul></ul><a href="">Try again</a>');
});

test('a title is inserted literally, even with replacement patterns', () => {
  const copy = { isPage: true, bytes: 1, storedAt: NOON, usedAt: NOON, url: '/a', title: 'Save $& more' };
  expect(offlinePage(COPY_LIST, [copy], '')).toContain('Save $& more');
});
