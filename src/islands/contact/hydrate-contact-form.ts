import wakeOnTouch from '#islands/waking/client-interaction.ts';

/** Brings the form to life and keeps what was typed until then; what is pressed meanwhile is held. */
export async function hydrateContactForm(box: HTMLElement): Promise<void> {
  await wakeOnTouch(() => hydration(box), { name: 'interaction', value: 'now' }, box);
}

async function hydration(box: HTMLElement): Promise<() => Promise<void>> {
  const [{ createElement }, { hydrateRoot }, { ContactForm }] = await Promise.all([
    import('react'),
    import('react-dom/client'),
    import('#islands/contact/ContactForm.tsx'),
  ]);
  return async () => {
    hydrateRoot(box, createElement(ContactForm));
  };
}
