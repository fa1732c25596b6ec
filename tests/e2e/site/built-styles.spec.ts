import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { currentBuild } from '#lib/platform/builds/build-folders.server.ts';
import { scriptPattern } from '#support/built-scripts.ts';

const build = currentBuild('dist')?.folder ?? '';
const client = join(build, 'client');

test('the build has every stylesheet that a script loads', () => {
  const scripts = readdirSync(join(client, '_astro')).filter((file) => file.endsWith('.js'));
  const requestedPaths = scripts.flatMap(
    (file) => readFileSync(join(client, '_astro', file), 'utf8').match(/_astro\/[\w.-]+\.css/g) ?? [],
  );
  expect(requestedPaths.length).toBeGreaterThan(2);
  expect(requestedPaths.filter((path) => !existsSync(join(client, path)))).toEqual([]);
});

test('a test can’t hold back a script that the build does not contain', () => {
  expect(scriptPattern('react')).toEqual(/\/_astro\/(?:react)\.[^/]*\.js$/);
  expect(() => scriptPattern('react', 'listing')).toThrow('The build has no script listing.');
});

test('pages use no colour functions that older phones do not support, and public pages no Tailwind variables', async ({
  page,
}) => {
  for (const path of ['/', '/products', '/products/bagru-marigold-anarkali', '/account/support-ticket']) {
    await page.goto(path);
    const styles = await page.locator('style').allTextContents();
    const isPublic = !path.startsWith('/account');
    const variables = [...styles.join('').matchAll(/var\((--tw-[\w-]+)/g)].map(([, name]) => name);
    if (isPublic) expect(variables, path).toEqual([]);
    expect(styles.join('').match(/oklab|oklch|color-mix/g), path).toBeNull();
  }
});

test('every declaration in the inline styles has a value', () => {
  const styles: string[] = JSON.parse(readFileSync(join(build, 'styles.json'), 'utf8'));
  expect(styles.length).toBeGreaterThan(10);
  expect(styles.flatMap((style) => style.match(/[{;][a-z][\w-]*:[;}]/g) ?? [])).toEqual([]);
});

// V8 stores styles with a character outside Latin-1 as two-byte text, which takes four times as long to encode.
test('the styles of the home page and of lists contain only Latin-1 characters', async ({ page }) => {
  for (const path of ['/', '/products']) {
    await page.goto(path);
    const styles = await page.locator('style').allTextContents();
    expect(styles.join('').match(/[\u0100-\uffff]/g), path).toBeNull();
  }
});
