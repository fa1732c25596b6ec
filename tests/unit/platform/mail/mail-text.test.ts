import { expect, test } from 'vitest';
import { mailHtml, mailText } from '#lib/platform/mail/mail-text.server.ts';

const CONTENT = {
  heading: 'Your code',
  lines: ['Type it where you asked for it.', 'It works for 10 minutes.'],
  code: '0427',
  action: { label: 'Open the shop', url: 'https://shop.example/login?next=%2Fcart&a=1' },
};

test('an email contains its code only once in each format, and on a separate line in the plain text', () => {
  const text = mailText(CONTENT);
  expect(text.split('\n').filter((line) => line === '0427')).toHaveLength(1);
  expect(text.match(/0427/g)).toHaveLength(1);
  expect(mailHtml(CONTENT).match(/0427/g)).toHaveLength(1);
});

test('the plain text has the heading, the lines, the signature, and the addresses of all links', () => {
  const text = mailText({
    ...CONTENT,
    signature: 'Taana Care',
    footer: { label: 'Unsubscribe', url: 'https://x.example/u' },
  });
  for (const part of [CONTENT.heading, ...CONTENT.lines, CONTENT.action.url, 'Taana Care', 'https://x.example/u']) {
    expect(text).toContain(part);
  }
});

test('escapes user input', () => {
  const markup = `<img src=x onerror="alert(1)">&'`;
  const html = mailHtml({
    heading: markup,
    lines: [`${markup}\nsecond line`],
    action: { label: markup, url: `https://shop.example/?a="><script>` },
    signature: markup,
  });
  expect(html).not.toContain('<img');
  expect(html).not.toContain('<script');
  expect(html).not.toContain('?a=">');
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;<br>second line');
});
