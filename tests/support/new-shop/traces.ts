import { expect } from '@playwright/test';
import { demoTraces } from '../own-shop/demo-traces.ts';
import { SITE_URL } from '../own-shop/live-shop.ts';
import { mailText, type Recording, recordingVisitor } from '../own-shop/recorded.ts';
import { walkPages } from '../own-shop/walk-pages.ts';
import type { NewShop } from './shop.ts';
import type { FirstOrder } from './shopper.ts';

/**
 * Reads pages, feeds, documents, error pages, and all emails after the first `earlierMails`. Returns the places where
 * texts from the demo remain.
 */
export async function findDemoTraces(
  { shop }: NewShop,
  { trackPath }: FirstOrder,
  earlierMails: number,
): Promise<string[]> {
  const recordings: Recording[] = [];
  const visitor = recordingVisitor(shop.visitor('127.0.0.4'), (recorded) => void recordings.push(recorded));
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
  for (const mail of shop.mailServer.received.slice(earlierMails))
    recordings.push({ where: `email to ${mail.to}`, text: mailText(mail) });
  expect(recordings.filter(({ text }) => /Kora (?:&|&amp;) Kin/.test(text)).length).toBeGreaterThan(100);
  const traces = demoTraces();
  const remaining = recordings.flatMap((recorded) => {
    const demoTexts = traces.findIn(recorded);
    return demoTexts.length > 0 ? [`${recorded.where}: ${demoTexts.join(', ')}`] : [];
  });
  return [...new Set(remaining)];
}
