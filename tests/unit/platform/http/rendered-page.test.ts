import { expect, test } from 'vitest';
import { RenderedPage } from '#lib/platform/http/pages/rendered-page.server.ts';
import { readResponse } from '#lib/platform/http/pages/rendered-response.server.ts';

const MIXED_TEXTS = ['<p>', 'â la carte', '₹1,299', 'साड़ी', '🧵', '', '</p>'];

test.each([
  ['characters of one, two, three and four bytes', MIXED_TEXTS],
  [
    'a page larger than the reused buffer',
    Array.from({ length: 40_000 }, (_, n) => `${n} ${MIXED_TEXTS[n % MIXED_TEXTS.length]}`),
  ],
  ['an unpaired surrogate', ['a', '\ud83e', 'b']],
])('a rendered page concatenates the bytes of its chunks: %s', async (_, chunks) => {
  const response = await readResponse(new RenderedPage(chunks, { status: 404, headers: { 'x-kept': 'yes' } }), 'GET');
  expect(response.body.equals(Buffer.from(chunks.join('')))).toBe(true);
  expect(response).toMatchObject({ status: 404, headers: { 'x-kept': 'yes' } });
});

test('two rendered pages do not share bytes', () => {
  const firstBytes = new RenderedPage(['first'], {}).toBytes();
  new RenderedPage(['other'], {}).toBytes();
  expect(firstBytes.toString()).toBe('first');
});
