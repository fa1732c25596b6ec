import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readingMinutes } from '#lib/content/content/journal/journal.ts';
import { inchesText, measureText } from '#lib/content/content/size-guide.ts';
import { cutContent, cutTitle } from '#lib/content/content/texts/cut-text.ts';
import { fillPlaceholders, unknownPlaceholders } from '#lib/content/content/texts/placeholders.ts';
import { sanitizeArticle } from '#lib/platform/html/clean-html.server.ts';
import { plainText } from '#lib/platform/html/plain-text.ts';
import { demoSettings } from '#support/demo-content.ts';
import { root } from '#support/project-root.ts';

describe('the truncation of texts', () => {
  test('keeps a title of 50 characters, and truncates one of 51 to 40 and an ellipsis', () => {
    expect(cutTitle('x'.repeat(50))).toBe('x'.repeat(50));
    expect(cutTitle('x'.repeat(51))).toBe(`${'x'.repeat(40)}…`);
  });

  test('keeps content of 250 characters, and truncates 251 characters to 60 and an ellipsis', () => {
    expect(cutContent('x'.repeat(250))).toBe('x'.repeat(250));
    expect(cutContent('x'.repeat(251))).toBe(`${'x'.repeat(60)}…`);
  });

  test('keeps a letter with its matra', () => {
    expect(cutTitle('ताना'.repeat(26))).toBe(`${'ताना'.repeat(20)}…`);
  });
});

test('reading time is in whole minutes, at least one', () => {
  expect(readingMinutes('')).toBe(1);
  expect(readingMinutes('word '.repeat(900))).toBe(5);
});

describe('placeholders', () => {
  test('are filled from the settings, as text', () => {
    expect(fillPlaceholders('{{shop.name}}, {{ grievance.email }}', { ...demoSettings, name: 'Warp & <Weft>' })).toBe(
      `Warp &amp; &lt;Weft&gt;, ${demoSettings.grievance.email}`,
    );
  });

  test('without a value become N/A, and unknown names are reported', () => {
    const settings = { ...demoSettings, address: { ...demoSettings.address, mobile: '' } };
    expect(fillPlaceholders('{{shop.mobile}}', settings)).toBe('N/A');
    expect(unknownPlaceholders('{{shop.mobile}} {{shop.mobil}}')).toMatchObject([{ name: 'shop.mobil', offset: 16 }]);
  });
});

describe('HTML of content', () => {
  test.each([
    ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
    ['<p onclick="x()" style="color:red">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="//evil.example">a</a>', '<a>a</a>'],
    ['<img src=x onerror=alert(1)>b', 'b'],
    ['<iframe src="https://evil.example"></iframe>', ''],
    ['<h1>a</h1>', '<h2>a</h2>'],
  ])('is sanitized: %s', (html, sanitizedHtml) => {
    expect(sanitizeArticle(html)).toBe(sanitizedHtml);
  });

  test('has external links marked with rel', () => {
    expect(sanitizeArticle('<a href="https://who.int/">WHO</a>')).toBe(
      '<a href="https://who.int/" rel="external noopener">WHO</a>',
    );
    expect(sanitizeArticle('<a href="/size-guide">here</a>')).toBe('<a href="/size-guide">here</a>');
  });

  test('becomes plain text that keeps word breaks and special characters', () => {
    expect(plainText('<h2>Salt</h2><p>5 &lt; 6 &amp; so on</p><ul><li>a</li><li>b</li></ul>')).toBe(
      'Salt 5 < 6 & so on a b',
    );
  });
});

describe('measurements', () => {
  test.each([
    [[80, 84], 'cm', '80–84', '31½–33'],
    [43.5, 'cm', '43.5', '17'],
    [[39, 40], 'cm', '39–40', '15½'],
    [2, 'm', '2.00', undefined],
    ['XS', null, 'XS', undefined],
    [null, 'cm', '–', undefined],
  ] as const)('%j in %s are shown as “%s”, in inches “%s”', (value, unit, text, inches) => {
    expect(measureText(value, unit)).toBe(text);
    expect(inchesText(value, unit)).toBe(inches);
  });
});

test('the demo’s settings, FAQ and policies contain no amount in rupees, because the owner may change its prices', () => {
  const files = globSync('src/content/{settings.json,faq/*.md,policies/*.md}', { cwd: root });
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(/₹\s?\d/);
});
