import { expect } from '@playwright/test';
import { demoTraces } from '../own-shop/demo-traces.ts';
import { SITE_URL } from '../own-shop/live-shop.ts';
import { mailText, type Recorded, recordingVisitor } from '../own-shop/recorded.ts';
import { walkPages } from '../own-shop/walk-pages.ts';
import type { NewShop } from './shop.ts';
import type { FirstOrder } from './shopper.ts';

/**
 * Reads pages, feeds, documents, error pages, and the emails after the first `earlierMails`. Returns the places where
 * texts of the demo remain.
 */
export async function findDemoTraces(
  { shop }: NewShop,
  { trackPath }: FirstOrder,
  earlierMails: number,
): Promise<string[]> {
  const received: Recorded[] = [];
  const visitor = recordingVisitor(shop.visitor('127.0.0.4'), (recorded) => void received.push(recorded));
  const paths = await walkPages(visitor, SITE_URL);
  expect(paths.size).toBeGreaterThan(100);
  const order = (await visitor.get(trackPath)).text().replaceAll('&amp;', '&');
  const [invoice = ''] = order.match(/(?<=href=")\/public\/orders\/invoice[^"]*/g) ?? [];
  expect(invoice).toContain('?token=');
  await visitor.get(invoice);
  const pdf = await visitor.get(`${invoice}&format=pdf`);
  expect(pdf.headers['content-type']).toBe('application/pdf');
  await visitor.post('/public/cart/create', { product: 'nothing' });
  await visitor.post('/public/contact/create', 'no JSON', { origin: 'https://evil.example' });
  for (const mail of shop.mails.received.slice(earlierMails))
    received.push({ where: `mail to ${mail.to}`, text: mailText(mail) });
  expect(received.filter(({ text }) => /Kora (?:&|&amp;) Kin/.test(text)).length).toBeGreaterThan(100);
  const traces = demoTraces();
  const remaining = received.flatMap((recorded) => {
    const found = traces.findIn(recorded);
    return found.length > 0 ? [`${recorded.where}: ${found.join(', ')}`] : [];
  });
  return [...new Set(remaining)];
}
