import { hydrateIsland } from '#islands/hydration/hydrate-island.ts';

export function hydrateContactForm(box: HTMLElement): Promise<void> {
  return hydrateIsland(box, 'now', async () => {
    const [{ createElement }, { ContactForm }] = await Promise.all([
      import('#islands/hydration/react.ts'),
      import('#islands/contact/ContactForm.tsx'),
    ]);
    return createElement(ContactForm);
  });
}
