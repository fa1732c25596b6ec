import { expect, test } from 'vitest';
import { parseRecord } from '#lib/catalog/import/record/catalog-record.schema.ts';
import { readMarkdown } from '#lib/platform/content/markdown-source.server.ts';
import { sanitizeArticle, sanitizeDescription } from '#lib/platform/html/clean-html.server.ts';
import { isTooDeep, MAX_HTML_DEPTH } from '#lib/platform/html/html-depth.ts';
import { minProcessorTime } from '#support/min-processor-time.ts';

/** Markup whose repetition nests tags, closes tags that were not opened, or never ends. */
const FRAGMENTS = [
  ...['<b>', '<dl></h5>', '<ul><li>', '<li><p>', '<div>x', '<table><tr><td>', '<p>', '</h5>', '<', '<!--', '<b '],
  ...['<a href="', '&', 'x<br>', '<svg><p>', '<script>', '&lt;b&gt;'],
];

test.each(FRAGMENTS)('the time to sanitize HTML that repeats %s does not grow quadratically', async (fragment) => {
  const html = (length: number) => fragment.repeat(length / fragment.length);
  for (const sanitize of [sanitizeDescription, sanitizeArticle]) {
    const shortTextMs = await minProcessorTime(() => sanitize(html(45_000)));
    const longTextMs = await minProcessorTime(() => sanitize(html(180_000)));
    // Quadratic work would take sixteen times as long. Times below 20 ms are too short to be compared.
    expect(longTextMs / Math.max(shortTextMs, 20), sanitize.name).toBeLessThan(10);
  }
});

test('limits the nesting of tags, and keeps only escaped text beyond it', () => {
  const nestedTags = (depth: number) => `${'<b>'.repeat(depth)}x & y${'</b>'.repeat(depth)}`;
  expect(isTooDeep(nestedTags(MAX_HTML_DEPTH))).toBe(false);
  expect(sanitizeDescription('<b>'.repeat(MAX_HTML_DEPTH))).toContain('<b><b>');
  expect(isTooDeep(nestedTags(MAX_HTML_DEPTH + 1))).toBe(true);
  expect(sanitizeDescription(nestedTags(MAX_HTML_DEPTH + 1))).toBe('x &amp; y');
  expect(sanitizeDescription(`${'<i>'.repeat(200)}&lt;script&gt;`)).not.toContain('<');
});

test('long texts without end tags, comments and empty elements are not too deep', () => {
  for (const text of ['<p>x', '<li>x', '<tr><td>x', '<br>', '<hr/>', '<!-- <b> -->', '<dt>x', '</b>', '<b>x</b>']) {
    const isTable = text.startsWith('<tr>');
    expect(isTooDeep(text.repeat(isTable ? 40 : 5_000)), text).toBe(false);
  }
});

test('an import reports tags that are nested too deeply', () => {
  const record = { type: 'product', slug: 'a', long_content: '<b>'.repeat(60_000) };
  expect(JSON.stringify(parseRecord(record))).toContain('tags nested more than 100 deep');
});

test('rejects front matter with YAML aliases that multiply, or with deep nesting', () => {
  const bomb = 'a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]';
  expect(() => readMarkdown(`---\n${bomb}\n---\nText`)).toThrow('write it out');
  for (const opening of ['[', '- ', '{a: ']) {
    expect(() => readMarkdown(`---\na: ${opening.repeat(20_000)}\n---\nText`)).toThrow(
      expect.objectContaining({ name: 'UnreadableText' }),
    );
  }
});
