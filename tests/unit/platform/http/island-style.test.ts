import { expect, it } from 'vitest';
import { withIslandStyleInHead } from '#lib/platform/http/island-style.ts';

const STYLE = '<style>astro-island,astro-slot{display:contents}</style>';

it('moves the style of islands from the body into the head', () => {
  const html = `<html><head><title>A</title></head><body><div>${STYLE}<p>B</p></div></body></html>`;
  expect(withIslandStyleInHead(html)).toBe(
    `<html><head><title>A</title>${STYLE}</head><body><div><p>B</p></div></body></html>`,
  );
});

it('leaves a page without islands, and one that has the style in its head', () => {
  for (const html of [
    '<html><head></head><body></body></html>',
    `<html><head>${STYLE}</head><body></body></html>`,
    STYLE,
  ])
    expect(withIslandStyleInHead(html)).toBe(html);
});
