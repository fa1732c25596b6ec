import wakeOnTouch from '#islands/waking/client-interaction.ts';

for (const box of document.querySelectorAll<HTMLElement>('[data-buy-box]')) {
  void wakeOnTouch(() => hydration(box), { name: 'interaction', value: 'true' }, box);
}

/** Loads React and the island's code; the function that it gives wakes the box. */
async function hydration(box: HTMLElement): Promise<() => Promise<void>> {
  const [{ createElement }, { hydrateRoot }, { BuyBox }] = await Promise.all([
    import('react'),
    import('react-dom/client'),
    import('#islands/catalog/BuyBox.tsx'),
  ]);
  return async () => {
    hydrateRoot(box, createElement(BuyBox, JSON.parse(box.dataset.buyBox ?? '{}')));
  };
}
