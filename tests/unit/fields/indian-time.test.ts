import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { indianDay, indianMoment } from '#lib/fields/indian-time.ts';

test('an evening in London is the next day in India', () => {
  expect(indianDay('2026-03-18T19:00:00.000Z')).toBe('19 March 2026');
  expect(indianDay(Date.parse('2026-03-18T18:29:59.000Z'))).toBe('18 March 2026');
  expect(indianMoment('2026-03-18T19:00:00.000Z')).toBe('19 March 2026 at 12:30:00 am IST');
});

test('every date that is shown names its zone; UTC is for days of the content and of birth, which have no hour', async () => {
  const zoneless: string[] = [];
  const inUtc: string[] = [];
  for await (const path of glob('src/**/*.{ts,tsx,astro}')) {
    const text = readFileSync(path, 'utf8');
    for (const [call] of text.matchAll(
      /(DateTimeFormat|toLocale(Date|Time)?String)\([^;]*?\}\)|import [^;]*content\/dates\.ts'/g,
    )) {
      if (call.startsWith('import') ? !/^src\/(lib|components)\/content\//.test(path) : call.includes("'UTC'"))
        inUtc.push(path);
      else if (!call.startsWith('import') && !/timeZone|ZONE/.test(call)) zoneless.push(path);
    }
  }
  expect(zoneless).toEqual([]);
  expect(inUtc.sort()).toEqual(['src/lib/content/dates.ts']);
});
