import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { PagePolicy } from '#lib/platform/http/pages/page-policy.server.ts';

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const quoted = (text: string) => `'${hashOf(text)}'`;

const policy = new PagePolicy({
  directives: ["default-src 'self'", "object-src 'none'"],
  hashes: { script: [hashOf('start()')], style: [hashOf('a{}')] },
  contents: { script: ['later()'], style: ['b{}', 'b{}'] },
});

const page = (...elements: string[]) => Buffer.from(`<!doctype html><head>${elements.join('')}</head><p>₹1,250</p>`);

test('allows what the build put into a page, and nothing else', () => {
  const all = page('<style>a{}</style>', '<style data-x>b{}</style>', '<script type="module">start()</script>');
  expect(policy.policyFor(all)).toBe(
    `default-src 'self';object-src 'none';script-src 'self' ${quoted('start()')};style-src 'self' ${quoted('a{}')} ${quoted('b{}')}`,
  );
  expect(policy.policyFor(page('<script>later()</script>'))).toContain(`script-src 'self' ${quoted('later()')};`);
});

test('does not allow injected scripts and styles', () => {
  const allowed = policy.policyFor(page('<script>start()</script>'));
  expect(allowed).toContain(quoted('start()'));
  const injected = policy.policyFor(
    page('<script>steal()</script>', '<style>c{}</style>', '<script>start();</script>'),
  );
  expect(injected).toBe("default-src 'self';object-src 'none';script-src 'self';style-src 'self'");
});

test('the hash of a style does not allow a script, and vice versa', () => {
  expect(policy.policyFor(page('<script>a{}</script>', '<style>start()</style>'))).toBe(policy.policyFor(page()));
});

test('styles made by a page are allowed on that page only', () => {
  expect(policy.policyFor(page('<style>:root{--pace:3s}</style>'), [':root{--pace:3s}'])).toContain(
    quoted(':root{--pace:3s}'),
  );
  expect(policy.policyFor(page('<style>:root{--pace:3s}</style>'))).not.toContain(quoted(':root{--pace:3s}'));
});

test('an unclosed element is ignored', () => {
  expect(policy.policyFor(Buffer.from('<p><script>start()'))).toBe(policy.policyFor(page()));
});

test('only a page that decodes pictures may use WebAssembly', () => {
  expect(policy.policyFor(page(), [], true)).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(policy.policyFor(page())).not.toContain('wasm');
});
