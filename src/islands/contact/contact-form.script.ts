import { hydrateOnFirstTap } from '#islands/hydration/hydrate-on-first-tap.ts';

const box = document.querySelector<HTMLElement>('[data-contact-form]');
if (box)
  hydrateOnFirstTap(box, async () =>
    (await import('#islands/contact/hydrate-contact-form.ts')).hydrateContactForm(box),
  );
