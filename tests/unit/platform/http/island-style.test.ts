import { expect, it } from 'vitest';
import { withIslandStyleInHead } from '#lib/platform/http/pages/island-style.ts';

const STYLE = '<style>astro-island,astro-slot{display:contents}</style>';
const withMovedStyle = (html: string) => withIslandStyleInHead(Buffer.from(html)).toString();

it('moves the style of islands from the body into the head', () => {
  expect(withMovedStyle(`<html><head><title>A</title></head><body><div>${STYLE}<p>₹B</p></div></body></html>`)).toBe(
    `<html><head><title>A</title>${STYLE}</head><body><div><p>₹B</p></div></body></html>`,
  );
});

it('leaves a page unchanged if it has no islands or already has the style in its head', () => {
  for (const html of [
    '<html><head></head><body></body></html>',
    `<html><head>${STYLE}</head><body></body></html>`,
    STYLE,
  ])
    expect(withMovedStyle(html)).toBe(html);
});

it('leaves other files unchanged, byte for byte', () => {
  const pdf = Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0xfe, 0x00, 0xc3]);
  expect(withIslandStyleInHead(pdf)).toBe(pdf);
});
