import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { clientInteraction } from './build/client-interaction.ts';
import { devShop } from './build/dev-shop.ts';
import { inlineScript } from './build/inline-script.ts';
import { pageRoutes } from './build/page-routes.ts';
import { precompress } from './build/precompress.ts';
import { scrubbedLog } from './build/scrubbed-log.ts';
import { smallPreload } from './build/small-preload.ts';

/** What nearly every touch needs comes as one file: left alone it is ten, and each costs a slow phone 10 ms. */
const CHUNKS = [
  {
    name: 'goods',
    test: /lib\/(catalog\/catalog|inventory\/sellable-quantity|platform\/files\/pictures|money\/money)\.ts/,
    priority: 1,
  },
  {
    name: 'shopper',
    test: /nanostores|lib\/(fields\/pincode|auth\/visitor|wishlist\/wishlist)\.ts|islands\/(cart\/cart\.client|ui\/(api-answer|toast|load-styles)|visitor\/(hearts|show-visitor|visitor\.client))\.ts/,
  },
];

export default defineConfig({
  output: 'server',
  trailingSlash: 'never',
  adapter: node({
    mode: 'middleware',
    staticHeaders: true,
    // With streaming, cache tags set late are lost and a late error answers 200 (docs/decisions/0001-http-front.md).
    experimentalDisableStreaming: true,
    bodySizeLimit: 201 * 1024 * 1024,
  }),
  integrations: [react(), clientInteraction(), devShop(), pageRoutes(), scrubbedLog(), precompress()],
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
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } } },
  },
});
