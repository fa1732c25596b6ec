import { wakeOnFirstTouch } from '#islands/waking/wake-on-first-touch.ts';

const box = document.querySelector<HTMLElement>('[data-contact-form]');
if (box)
  wakeOnFirstTouch(box, async () => (await import('#islands/contact/hydrate-contact-form.ts')).hydrateContactForm(box));
