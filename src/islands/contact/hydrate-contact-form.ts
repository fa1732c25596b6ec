import { hydrateIsland } from '#islands/waking/hydrate-island.ts';

export function hydrateContactForm(box: HTMLElement): Promise<void> {
  return hydrateIsland(box, 'now', async () => {
    const [{ createElement }, { ContactForm }] = await Promise.all([
      import('#islands/waking/react.ts'),
      import('#islands/contact/ContactForm.tsx'),
    ]);
    return createElement(ContactForm);
  });
}
