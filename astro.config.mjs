import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { clientInteraction } from './build/client-interaction.ts';
import { devShop } from './build/dev-shop.ts';
import { inlineScript } from './build/inline-script.ts';
import { plainStyles } from './build/plain-styles.ts';
import { precompress } from './build/precompress.ts';
import { routes } from './build/routes.ts';
import { scrubbedLog } from './build/scrubbed-log.ts';
import { smallPreload } from './build/small-preload.ts';
import { thinNode } from './build/thin-node.ts';

/** What nearly every touch needs comes as one file: left alone it is ten, and each costs a slow phone 10 ms. */
const CHUNKS = [
  {
    name: 'goods',
    test: /lib\/(catalog\/catalog|inventory\/sellable-quantity|platform\/files\/pictures|money\/money)\.ts/,
    priority: 1,
  },
  {
    name: 'shopper',
    test: /node_modules\/nanostores\/|lib\/(fields\/pincode|auth\/visitor|wishlist\/wishlist)\.ts|islands\/(cart\/cart\.client|ui\/(api-answer|toast|load-styles)|visitor\/(hearts|show-visitor|visitor\.client))\.ts/,
  },
];

export default defineConfig({
  // Astro empties it first. scripts/build-if-needed.ts names a new folder for each build.
  outDir: './dist/by-hand',
  output: 'server',
  trailingSlash: 'never',
  adapter: thinNode({ mode: 'middleware', staticHeaders: true }),
  integrations: [react(), clientInteraction(), devShop(), routes(), scrubbedLog(), precompress()],
  session: false,
  build: { inlineStylesheets: 'always', format: 'file' },
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
    plugins: [inlineScript(), tailwindcss(), smallPreload()],
    css: { postcss: { plugins: [plainStyles()] } },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } } },
  },
});
