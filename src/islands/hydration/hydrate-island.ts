import type { ReactNode } from 'react';
import hydrateOnInteraction from '#islands/hydration/client-interaction.ts';

/**
 * Hydrates an island on a page whose budget is too small for Astro's script, in place of `client:interaction`
 * (docs/decisions/0032). If the server rendered the island with an id prefix, the element has the prefix in
 * `data-id-prefix`.
 */
export async function hydrateIsland(
  element: HTMLElement,
  when: 'now' | 'interaction',
  load: () => Promise<ReactNode>,
): Promise<void> {
  const value = when === 'now' ? 'now' : 'true';
  await hydrateOnInteraction(() => prepareHydration(element, load), { name: 'interaction', value }, element);
}

async function prepareHydration(element: HTMLElement, load: () => Promise<ReactNode>): Promise<() => Promise<void>> {
  const [{ hydrateRoot }, island] = await Promise.all([import('#islands/hydration/react.ts'), load()]);
  return async () => {
    hydrateRoot(element, island, { identifierPrefix: element.dataset.idPrefix ?? '' });
  };
}
