import { expect, test } from '@playwright/test';
import { crawl } from '../support/crawl.ts';

const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`;

test('no link of the demo shop is broken, no picture is missing', async () => {
  // A machine that is busy with other things needs a while for 400 pages and as many pictures.
  test.setTimeout(240_000);
  const { pages, pictures, problems } = await crawl(baseURL);
  expect(problems).toEqual([]);
  expect(pages.size).toBeGreaterThan(300);

  // One width of a picture is made of the same master as the others.
  const one = new Map([...pictures].map((path) => [/\/([0-9a-f]{24})/.exec(path)?.[1] ?? path, path]));
  for (const path of pictures) if (path.endsWith('-160.webp')) one.set(path.slice(10, 34), path);
  const missing: string[] = [];
  const waiting = [...one.values()];
  const look = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const answer = await fetch(baseURL + path, { method: 'HEAD' });
      if (!answer.ok) missing.push(`${path} answers ${answer.status}`);
    }
  };
  await Promise.all([look(), look(), look(), look()]);
  expect(missing).toEqual([]);
  expect(one.size).toBeGreaterThan(300);
});
