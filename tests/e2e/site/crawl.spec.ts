import { expect, test } from '@playwright/test';
import { crawl } from '#support/crawl.ts';

const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`;
/** Wide pictures take a while to be made, so one asks whether they are there, and for some of the narrowest. */
const NARROWEST = '-160.';
const MADE_ONE_IN = 20;

test('no link of the demo shop is broken, no picture is missing', async () => {
  // A machine that is busy with other things needs a while for 400 pages and 5,000 pictures.
  test.setTimeout(240_000);
  const { pages, pictures, problems } = await crawl(baseURL);
  expect(problems).toEqual([]);
  expect(pages.size).toBeGreaterThan(300);

  const missing: string[] = [];
  const waiting = [...pictures];
  const made = new Set(
    waiting.filter((path) => path.includes(NARROWEST)).filter((_, index) => index % MADE_ONE_IN === 0),
  );
  const look = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const method = made.has(path) ? 'GET' : 'HEAD';
      const answer = await fetch(baseURL + path, { method });
      const { byteLength } = await answer.arrayBuffer();
      if (!answer.ok || (method === 'GET' && byteLength < 100)) missing.push(`${path} answers ${answer.status}`);
    }
  };
  await Promise.all([look(), look(), look(), look()]);
  expect(missing).toEqual([]);
  expect(made.size).toBeGreaterThan(5);
  expect(pictures.size).toBeGreaterThan(3_000);
});
