import { expect, test } from '@playwright/test';
import { crawl } from '../support/crawl.ts';

/** The list of pictures.ts, written out: a wrong list there must be seen here. */
const WIDTHS = new Set([160, 240, 320, 480, 640, 800, 1200, 1600]);
const NARROWEST = 160;
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`;

test('no link of the demo shop is broken, no picture is missing', async () => {
  // A machine that is busy with other things needs a while for 400 pages and more pictures.
  test.setTimeout(240_000);
  const { pages, pictures, problems } = await crawl(baseURL);
  expect(problems).toEqual([]);
  expect(pages.size).toBeGreaterThan(300);

  // Any width of the list is made of the picture's one master, and the narrowest is made in a moment.
  const files = new Set<string>();
  const unmakeable: string[] = [];
  for (const path of pictures) {
    const picture = /^\/pictures\/([0-9a-f]{24})-(\d+)\.(?:avif|webp)$/.exec(path);
    if (picture && !WIDTHS.has(Number(picture[2]))) unmakeable.push(path);
    files.add(picture ? `/pictures/${picture[1]}-${NARROWEST}.webp` : path);
  }
  expect(unmakeable).toEqual([]);
  const missing: string[] = [];
  const waiting = [...files];
  const look = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const answer = await fetch(baseURL + path, { method: 'HEAD' });
      if (!answer.ok) missing.push(`${path} answers ${answer.status}`);
    }
  };
  await Promise.all([look(), look(), look(), look()]);
  expect(missing).toEqual([]);
  expect(files.size).toBeGreaterThan(300);
});
