import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { clientInteraction } from './build/client-interaction.ts';
import { devShop } from './build/dev-shop.ts';
import { inlineScript } from './build/inline-script.ts';
import { oneByteServer } from './build/one-byte.ts';
import { oneProgram } from './build/one-program.ts';
import { packages } from './build/packages.ts';
import { plainStyles } from './build/plain-styles.ts';
import { precompress } from './build/precompress.ts';
import { reactIslands } from './build/react-islands.ts';
import { routes } from './build/routes.ts';
import { scrubbedLog } from './build/scrubbed-log.ts';
import { smallPreload } from './build/small-preload.ts';
import { stylesOnce } from './build/styles-once.ts';
import { thinNode } from './build/thin-node.ts';

/**
 * Each file costs a slow phone 10 ms, and each row of files that name others a round trip (docs/decisions/0052), so what
 * is needed together comes together. The higher priority takes what several groups name.
 */
const CHUNKS = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|islands\/waking\/react\.ts/, priority: 3 },
  {
    name: 'waking',
    test: /islands\/waking\/(client-interaction|frames|held-clicks|hydrate-island)|islands\/cart\/remembered-pincode\.ts|lib\/(catalog\/gallery|platform\/files\/pictures)\.ts/,
    priority: 2,
  },
  {
    name: 'shopper',
    test: /node_modules\/nanostores\/|lib\/(catalog\/(catalog|metres)|inventory\/sellable-quantity|money\/money|fields\/pincode|auth\/visitor|wishlist\/wishlist)\.ts|islands\/(cart\/(cart\.client|cart-channel\.client|refresh-cart-page)|catalog\/catalog\.client|ui\/(api-answer|toast|load-styles)|visitor\/(hearts|show-visitor|visitor\.client)|wishlist\/wishlist\.client)\.ts/,
    priority: 1,
  },
  {
    name: 'BuyBox',
    test: /islands\/catalog\/(BuyBox|ClothCard|VariantPicker|QuantityField|ElsewhereNote|PriceTag)\.tsx|lib\/(catalog\/choose-variant|newsletter\/newsletter)\.ts/,
  },
  {
    name: 'dialog',
    test: /islands\/(ui\/(Dialog|Icon|icon-paths|use-modal|mount-dialog)|catalog\/use-currency-symbol)\.tsx?/,
  },
];

const OUTPUT = {
  codeSplitting: { groups: CHUNKS },
  // Astro's own names have forty letters more, in every page.
  entryFileNames: ({ name }) => `_astro/${name.split('.')[0]}.[hash].js`,
};

export default defineConfig({
  // Astro empties it first. scripts/build-if-needed.ts names a new folder for each build.
  outDir: './dist/by-hand',
  output: 'server',
  trailingSlash: 'never',
  adapter: thinNode({ mode: 'middleware', staticHeaders: true }),
  integrations: [
    reactIslands(),
    clientInteraction(),
    devShop(),
    routes(),
    scrubbedLog(),
    stylesOnce(),
    packages(),
    oneProgram(),
    precompress(),
  ],
  session: false,
  build: { inlineStylesheets: 'always', format: 'preserve' },
  compressHTML: true,
  devToolbar: { enabled: false },
  prefetch: false,
  // Its inline styles would be blocked by the policy below, and no text of the shop holds code.
  markdown: { syntaxHighlight: false },
  cache: { provider: { entrypoint: new URL('./src/lib/platform/http/cache-provider.ts', import.meta.url) } },
  security: {
    // src/lib/platform/http/guards.server.ts checks the origin of every unsafe method, forms and JSON alike.
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
    plugins: [inlineScript(), tailwindcss(), smallPreload(), oneByteServer()],
    css: { postcss: { plugins: [plainStyles()] } },
    environments: { client: { build: { rolldownOptions: { output: OUTPUT } } } },
  },
});
