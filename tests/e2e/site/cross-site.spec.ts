import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { readMails } from '#support/mailbox.ts';

const VICTIM = 'cross-site@example.in';
const FORMS: [string, Record<string, string>][] = [
  ['/auth/customer/register', { name: 'Victim', email: VICTIM, mobile: '9876543210', termsAndCondtion: 'true' }],
  ['/auth/customer/login', { email: VICTIM }],
  ['/auth/customer/logout', { everywhere: 'true' }],
  ['/public/contact/create', { name: 'Victim', email: VICTIM, mobile: '9876543210', content: 'sent from elsewhere' }],
];

/** Serves a page of another site: `localhost` is not the same site as 127.0.0.1, the shop's address. */
async function serveOtherSite(body: string) {
  const server = createServer((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end(`<!doctype html><title>elsewhere</title>${body}`);
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

test('forms on another site do not change anything or send any email', async ({ page, baseURL }) => {
  const origin = baseURL ?? '';
  const fields = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => `<input name="${name}" value="${value}">`)
      .join('');
  const forms = FORMS.map(
    ([path, values], index) => `<form id="f${index}" method="post" action="${origin}${path}">${fields(values)}</form>`,
  );
  const site = await serveOtherSite(forms.join(''));
  for (const [index] of FORMS.entries()) {
    await page.goto(site.url);
    const rejection = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.evaluate((id) => (document.getElementById(id) as HTMLFormElement).submit(), `f${index}`);
    expect((await rejection).status(), FORMS[index]?.[0]).toBe(403);
    await page.waitForURL(`${origin}/**`);
  }
  expect(await readMails(origin, VICTIM)).toEqual([]);
  site.close();
});

test('fetches and pictures on another site do not change anything or send any email', async ({ page, baseURL }) => {
  const origin = baseURL ?? '';
  const site = await serveOtherSite(`<img src="${origin}/frontend/subscribe/show/${VICTIM}" alt="">`);
  await page.goto(site.url);
  const statuses = await page.evaluate(
    async ([base, calls, email]) => {
      const messages: string[] = [];
      for (const [path, values] of calls) {
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json']) {
          const init = { method: 'POST', credentials: 'include' as const, headers: { 'content-type': type } };
          const body = type === 'application/json' ? JSON.stringify(values) : new URLSearchParams(values).toString();
          messages.push(
            await fetch(base + path, { ...init, body }).then(
              (response) => String(response.status),
              () => 'blocked',
            ),
          );
        }
      }
      messages.push(
        await fetch(`${base}/frontend/subscribe/show/${email}`, { credentials: 'include' }).then(
          (response) => String(response.status),
          () => 'blocked',
        ),
      );
      return messages;
    },
    [origin, FORMS, VICTIM] as const,
  );
  expect(new Set(statuses)).toEqual(new Set(['blocked']));
  expect(await readMails(origin, VICTIM)).toEqual([]);
  site.close();
});
