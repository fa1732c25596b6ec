import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const ASSETS = 'dist/client/_astro';

test('every style that a script asks for is in the build', () => {
  const scripts = readdirSync(ASSETS).filter((file) => file.endsWith('.js'));
  const asked = scripts.flatMap(
    (file) => readFileSync(`${ASSETS}/${file}`, 'utf8').match(/_astro\/[\w.-]+\.css/g) ?? [],
  );
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.filter((path) => !existsSync(`dist/client/${path}`))).toEqual([]);
});
