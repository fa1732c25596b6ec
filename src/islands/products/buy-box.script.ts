import { hydrateIsland } from '#islands/hydration/hydrate-island.ts';

for (const box of document.querySelectorAll<HTMLElement>('[data-buy-box]')) {
  void hydrateIsland(box, 'interaction', async () => {
    const [{ createElement }, { BuyBox, parseProps }] = await Promise.all([
      import('#islands/hydration/react.ts'),
      import('#islands/products/BuyBox.tsx'),
    ]);
    return createElement(BuyBox, parseProps(box.dataset.buyBox ?? ''));
  });
}
