import type { Page } from '@playwright/test';
import { currentBuild } from '#lib/platform/builds/build-folders.server.ts';
import { scriptsOf } from '#support/shop-tree.ts';

/**
 * Returns a pattern for the addresses of the built scripts with these names, without their hashes. Throws for a name
 * that the build does not contain: a route for a renamed script would match no request, and its test would pass
 * without testing anything.
 */
export function scriptPattern(...names: string[]): RegExp {
  const builtScripts = scriptsOf(currentBuild('dist')?.folder ?? '');
  for (const name of names)
    if (!builtScripts.some((file) => file.startsWith(`${name}.`))) throw new Error(`The build has no script ${name}.`);
  return new RegExp(`/_astro/(?:${names.join('|')})\\.[^/]*\\.js$`);
}

/** Holds back the responses of the scripts with these names until the returned function is called. */
export async function holdScripts(page: Page, ...names: string[]): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(scriptPattern(...names), async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
