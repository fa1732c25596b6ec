import { hydrateOnFirstInteraction } from '#islands/hydration/hydrate-on-first-interaction.ts';

const box = document.querySelector<HTMLElement>('[data-contact-form]');
if (box)
  hydrateOnFirstInteraction(box, async () =>
    (await import('#islands/contact/hydrate-contact-form.ts')).hydrateContactForm(box),
  );
