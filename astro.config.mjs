import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { chunk } from './integrations/chunks.ts';
import { islands } from './integrations/islands.ts';
import { plainStyles } from './integrations/plain-styles.ts';
import { serverBuild } from './integrations/server-build.ts';
import { shopServer } from './integrations/shop-server.ts';
import { smallPreload } from './integrations/small-preload.ts';

/**
 * Each file costs a slow phone 10 ms, and each level of a chain of imports costs a round trip (docs/decisions/0052), so
 * files that are needed together share a chunk.
 */
const CHUNKS = [
  chunk({
    name: 'react',
    packages: ['react', 'react-dom', 'scheduler'],
    files: ['islands/hydration/react.ts'],
    priority: 3,
  }),
  chunk({
    name: 'hydrate',
    files: [
      'islands/hydration/client-interaction.ts',
      'islands/hydration/frames.ts',
      'islands/hydration/click-queue.ts',
      'islands/hydration/hydrate-island.ts',
      'islands/cart/remembered-pincode.ts',
      'lib/catalog/products/gallery.ts',
      'lib/platform/files/pictures/pictures.ts',
    ],
    priority: 2,
  }),
  chunk({
    name: 'shopper',
    packages: ['nanostores'],
    files: [
      'lib/catalog/products/catalog.ts',
      'lib/catalog/inventory/requested-quantity.ts',
      'lib/catalog/inventory/nearest-sellable-quantity.ts',
      'lib/shop/money/money.ts',
      'lib/primitives/pincode.ts',
      'lib/primitives/plural.ts',
      'lib/customers/auth/sessions/visitor.ts',
      'lib/customers/wishlist/wishlist.ts',
      'islands/cart/cart.client.ts',
      'islands/cart/cart-channel.client.ts',
      'islands/cart/refresh-cart-page.ts',
      'islands/cart/send-plain-form.ts',
      'islands/offline/actions.ts',
      'islands/offline/queue-results.client.ts',
      'islands/offline/send-action.ts',
      'islands/offline/send-or-queue.ts',
      'islands/products/catalog.client.ts',
      'islands/ui/api-response.ts',
      'islands/ui/toast.ts',
      'islands/ui/load-styles.ts',
      'islands/visitor/wishlist-buttons.ts',
      'islands/visitor/show-visitor.ts',
      'islands/visitor/visitor.client.ts',
      'islands/wishlist/wishlist.client.ts',
    ],
    priority: 1,
  }),
  chunk({
    name: 'BuyBox',
    files: [
      'islands/products/BuyBox.tsx',
      'islands/products/ClothCard.tsx',
      'islands/products/VariantPicker.tsx',
      'islands/products/QuantityField.tsx',
      'islands/products/PriceTag.tsx',
      'lib/catalog/products/buyable-product.ts',
      'lib/customers/newsletter/newsletter.ts',
    ],
  }),
  chunk({
    name: 'dialog',
    files: [
      'islands/ui/Dialog.tsx',
      'islands/ui/Icon.tsx',
      'islands/ui/icon-paths.ts',
      'islands/ui/use-modal.ts',
      'islands/ui/mount-dialog.ts',
      'islands/products/use-currency-symbol.ts',
    ],
  }),
];

const OUTPUT = {
  codeSplitting: { groups: CHUNKS },
  // Astro's default names are longer, and each page contains several of them.
  entryFileNames: ({ name }) => `_astro/${name.split('.')[0]}.[hash].js`,
};

export default defineConfig({
  // For a manual `astro build`, which empties this folder first; scripts/build-if-needed.ts passes a new folder.
  outDir: './dist/by-hand',
  output: 'server',
  trailingSlash: 'never',
  adapter: shopServer(),
  integrations: [islands()],
  session: false,
  build: { inlineStylesheets: 'always', format: 'preserve' },
  compressHTML: true,
  devToolbar: { enabled: false },
  prefetch: false,
  // The policy below would block the inline styles of highlighted code, and the shop's texts contain no code.
  markdown: { syntaxHighlight: false },
  cache: { provider: { entrypoint: new URL('./src/lib/platform/http/pages/cache-provider.ts', import.meta.url) } },
  security: {
    // src/lib/platform/http/guards.server.ts checks the origin of unsafe requests, forms and JSON alike.
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
    },
  },
  vite: {
    plugins: [tailwindcss(), smallPreload(), serverBuild()],
    css: { postcss: { plugins: [plainStyles()] } },
    environments: { client: { build: { rolldownOptions: { output: OUTPUT } } } },
  },
});
