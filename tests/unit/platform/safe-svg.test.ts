import { describe, expect, test } from 'vitest';
import { safeSvg } from '#lib/platform/svg/safe-svg.server.ts';

const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (content: string, attributes = 'viewBox="0 0 40 10"') => `<svg ${NS} ${attributes}>${content}</svg>`;
const sanitizedSvg = (text: string) => safeSvg(Buffer.from(text));
const SANITIZED_SVG =
  /^<svg xmlns="[^"]+" xmlns:xlink="[^"]+" viewBox="0 0 40 10" width="1000" height="250"(.*)<\/svg>$/s;
const contentOf = (text: string) => SANITIZED_SVG.exec(sanitizedSvg(text))?.[1]?.replace(/^>/, '');

const ILLUSTRATOR = `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" ${NS} x="0px" y="0px" viewBox="0 0 40 10" xml:space="preserve">
<style type="text/css">
  /* of the program */
  .st0, .st1{fill:url(#SVGID_1_);font-family:'Kora';}
  .st1{opacity:0.5}
</style>
<metadata>words</metadata>
<path class="st0" d="M0,0h40v10H0z"/>
</svg>`;

describe('an owner’s SVG', () => {
  test('is rewritten with only drawing elements', () => {
    expect(sanitizedSvg(ILLUSTRATOR)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 10" width="1000" height="250" id="Layer_1">' +
        '<style>.st0, .st1{fill:url(#SVGID_1_)}.st1{opacity:0.5}</style><path class="st0" d="M0,0h40v10H0z"/></svg>',
    );
  });

  test.each([
    [
      'groups, gradients and their use',
      '<defs><linearGradient id="a"><stop offset="0" stop-color="#123"/></linearGradient></defs><rect width="9" height="9" fill="url(#a)" transform="rotate(4)"/><use xlink:href="#a" x="3"/>',
    ],
    ['a style attribute', '<g style="fill:rgb(1, 2, 3);stroke:none"><circle r="2"/></g>'],
  ])('keeps %s', (_, content) => {
    expect(contentOf(svg(content))).toBe(content);
  });

  test.each([
    [
      'elements of drawing programs',
      `<inkscape:grid xmlns:inkscape="http://inkscape.org"><path d="M0 0"/></inkscape:grid>`,
    ],
    ['titles', '<title>Logo</title><desc>of a shop</desc>'],
    ['text between elements', 'words &amp; more'],
  ])('removes %s', (_, content) => {
    expect(contentOf(svg(`${content}<circle r="2"/>`))).toBe('<circle r="2"/>');
  });

  test('removes attributes that do not affect the drawing', () => {
    expect(
      contentOf(svg('<circle r="2" data-name="x" aria-label="y" tabindex="0" xml:base="http://evil.example"/>')),
    ).toBe('<circle r="2"/>');
  });

  test('is not changed when it is uploaded again', () => {
    for (const text of [ILLUSTRATOR, svg('<g style="fill:#123"><use xlink:href="#x"/></g>')]) {
      expect(sanitizedSvg(sanitizedSvg(text))).toBe(sanitizedSvg(text));
    }
  });
});

const entities = Array.from(
  { length: 9 },
  (_, index) => `<!ENTITY lol${index + 1} "${`&lol${index};`.repeat(10)}">`,
).join('');
const nestedReferences = (reference: (id: string) => string) =>
  Array.from({ length: 9 }, (_, index) => `<g id="n${index}">${reference(`n${index + 1}`).repeat(10)}</g>`).join('');

describe('an SVG is rejected', () => {
  test.each([
    ['a script', svg('\n<script>alert(1)</script>'), /^line 2: <script>: a drawing can’t contain a script/],
    [
      'a script with another prefix',
      `<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><s:script/></s:svg>`,
      /<script>: a drawing can’t contain/,
    ],
    ['an event handler', svg('<circle r="2" onload="alert(1)"/>'), /onload: a drawing can’t contain a script/],
    [
      'an embedded document',
      svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
      /<foreignObject>: a draw/,
    ],
    ['an image', svg('<image xlink:href="data:image/png;base64,AA"/>'), /<image>: a drawing can’t contain a picture/],
    ['text', svg('<text>Kora</text>'), /<text>: letters must be converted to paths/],
    ['an animation', svg('<animate attributeName="x"/>'), /<animate>: is not allowed here/],
    ['a link', svg('<a href="javascript:alert(1)"><circle r="1"/></a>'), /<a>: is not allowed here/],
    [
      'a use element with an external xlink:href',
      svg('<use xlink:href="https://evil.example/x.svg#a"/>'),
      /href: points outside of the file/,
    ],
    ['a use element with an external href', svg('<use href="x.svg#a"/>'), /href: points outside of the file/],
    [
      'an external fill',
      svg('<circle r="2" fill="url(https://evil.example/a#b)"/>'),
      /fill: points outside of the file/,
    ],
    ['an external style', svg('<g style="fill:url(//evil.example/#b)"/>'), /fill: points outside/],
    ['a style with escapes', svg('<g style="fill:\\75rl(x)"/>'), /fill: .* is not allowed/],
    [
      'an external style sheet',
      svg('<style>@import "https://evil.example/a.css";</style>'),
      /<style>: contains more than plain/,
    ],
    ['an external font', svg('<style>@font-face{src:url(a)}</style>'), /<style>: "@font-face" is not allowed/],
    ['nested rules', svg('<style>@media print{a{fill:red}}</style>'), /<style>: contains more than plain rules/],
    ['a filter', svg('<g filter="url(#a)"/>'), /filter: is not allowed in a logo/],
    ['tiny dashes', svg('<path d="M0 0h9" stroke-dasharray="0.00001"/>'), /stroke-dasharray: is not allowed/],
    [
      'a billion laughs',
      `<!DOCTYPE svg [<!ENTITY lol0 "lol">${entities}]>${svg('&lol9;')}`,
      /it defines entities of its own/,
    ],
    [
      'an external entity',
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('&x;')}`,
      /it defines entities/,
    ],
    ['an unknown entity', svg('&x;'), /this is not XML: Invalid character entity/],
    [
      'a billion use elements',
      svg(nestedReferences((id) => `<use xlink:href="#${id}"/>`)),
      /refer to each other too often/,
    ],
    ['a billion masks', svg(nestedReferences((id) => `<path mask="url(#${id})"/>`)), /refer to each other too often/],
    [
      'an element that masks itself through a style',
      svg(`<style>.a{mask:url(#n0)}</style><g id="n0"><path class="a"/></g>`),
      /too often/,
    ],
    ['an element that references itself', svg('<g id="a"><use xlink:href="#a"/></g>'), /refer to each other too often/],
    ['a missing size', svg('<circle r="2"/>', ''), /size of the drawing is missing/],
    ['an infinite size', svg('<circle r="2"/>', 'viewBox="0 0 1e999 5"'), /size of the drawing is missing/],
    ['an extreme aspect ratio', svg('<circle r="2"/>', 'viewBox="0 0 1000000 1"'), /more than 12 times as long/],
    ['deep nesting', svg('<g>'.repeat(60) + '</g>'.repeat(60)), /more than 40 deep/],
    ['thousands of elements', svg('<g/>'.repeat(2_100)), /more than 2000 elements/],
    ['a path that is too long', svg(`<path d="${'M0 0h9'.repeat(6_000)}"/>`), /larger than 30 kB/],
    ['an unclosed element', svg('<g>'), /this is not XML/],
    ['a root element that is not svg', '<html><svg/></html>', /this is not an SVG but <html>/],
    ['an empty file', '', /this is not an SVG/],
    ['a PNG signature', '\x89PNG\r\n', /not XML|not an SVG|UTF-8/],
  ])('because of %s', (_, text, message) => {
    expect(() => sanitizedSvg(text)).toThrow(message);
  });

  test('because of bytes that are not UTF-8', () => {
    expect(() => safeSvg(Buffer.from([0xff, 0xfe, 0x3c, 0x00]))).toThrow(/not in UTF-8/);
  });
});
