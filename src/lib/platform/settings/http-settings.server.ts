import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod/mini';
import { DEFAULT_MEASURED_PERCENT } from '#lib/platform/settings/measured-percent.ts';
import { converted, oneOf, onOff, setting, text, wholeNumber } from '#lib/platform/settings/setting-types.server.ts';

/** With more workers, the shop would need more connections than PostgreSQL allows by default. */
const MAX_AUTO_WORKERS = 8;

export const HTTP_SETTINGS = {
  mode: setting('SHOP_MODE', oneOf('demo', 'live'), {
    description: '`live` is for customers ([live mode](#live-mode)).',
    default: 'demo',
  }),
  demoHistory: setting('DEMO_HISTORY', onOff(), {
    description: 'Whether the first start of a demo adds a month of orders, customers, reviews and tickets.',
    default: 'on',
  }),
  /** The shop's URL without a trailing slash. Links in emails use only this URL. */
  siteUrl: setting('SITE_URL', siteUrl(), {
    description: 'The URL of the shop. In live mode it needs `https`, except on this machine.',
    unset: '`http://localhost:` and `PORT`',
    isRequiredWhenLive: true,
  }),
  secretKey: setting('SECRET_KEY', secretKey(), {
    description: 'The random key that protects codes, links and cookies.',
    unset: 'generated and stored in `DATA_DIR`',
    isSecret: true,
    isRequiredWhenLive: true,
  }),
  host: setting('HOST', text('a host name or IP address'), {
    description: 'The address that the server listens on. The demo listens on this machine only.',
    default: { demo: '127.0.0.1', live: '0.0.0.0' },
  }),
  port: setting('PORT', wholeNumber(0, 65_535), { description: 'The port that the server listens on.', default: 4321 }),
  workers: setting('WORKERS', workers(), {
    description: `The number of processes that serve requests. \`auto\` is one for each core, at most ${MAX_AUTO_WORKERS}.`,
    default: 1,
  }),
  trustedProxies: setting('TRUSTED_PROXIES', wholeNumber(0, 10), {
    description: 'The number of proxies in front of the shop.',
    default: 0,
  }),
  hstsIncludesSubdomains: setting('HSTS_SUBDOMAINS', onOff(), {
    description:
      '`on` makes browsers use `https` for a year not only for the shop’s host, but also for all its subdomains.',
    default: 'off',
  }),
  opensWhenReady: setting('OPEN_WHEN_READY', onOff(), {
    description:
      '`on` opens the port only when every page is fast. For one of several processes behind a proxy that does not check `/readyz`, such as nginx: a single shop can serve other pages while it reads a large catalogue.',
    default: 'off',
  }),
  isPageCacheOn: setting('PAGE_CACHE', onOff(), {
    description: '`off` when [a CDN or Varnish](#a-cdn-or-varnish) caches the pages.',
    default: 'on',
  }),
  isCompressionDictionaryOn: setting('COMPRESSION_DICTIONARY', onOff(), {
    description:
      '`off` sends no [compression dictionaries](compression-dictionaries.md). With `PAGE_CACHE=off` they are off, too.',
    default: 'on',
  }),
  isServiceWorkerOn: setting('SERVICE_WORKER', onOff(), {
    description:
      '`off` removes the [service worker](product.md#without-a-network) and its copies from browsers at their next visit.',
    default: 'on',
  }),
  webVitalsPercent: setting('WEB_VITALS_PERCENT', wholeNumber(0, 100, '%'), {
    description:
      'The share of page views whose [speed is measured](product.md#web-vitals) for the owner. `0` measures none.',
    default: DEFAULT_MEASURED_PERCENT,
  }),
  cdn: z.object({
    purgeUrls: setting('CDN_PURGE_URL', purgeUrls(), {
      description: 'Where to purge changed pages by tag. Needs `CDN_PURGE_TOKEN` and `PAGE_CACHE=off`.',
      unset: 'no purges: changes show within five minutes, sometimes an hour',
    }),
    token: setting('CDN_PURGE_TOKEN', text(), { description: 'The token for `CDN_PURGE_URL`.', isSecret: true }),
  }),
};

type HttpSettings = z.output<z.ZodMiniObject<typeof HTTP_SETTINGS>>;

export const HTTP_RULES = [
  ({ mode, host }: HttpSettings) =>
    mode !== 'live' &&
    !isLoopback(host) &&
    `HOST is ${host}, but the demo shop answers on this machine only. Set SHOP_MODE=live to open it.`,
  ({ mode, siteUrl }: HttpSettings) => {
    const url = siteUrl ? URL.parse(siteUrl) : null;
    return (
      mode === 'live' &&
      url?.protocol === 'http:' &&
      !isLoopback(url.hostname) &&
      `SITE_URL is ${siteUrl}; a live shop needs https, or its cookies could be read on the way.`
    );
  },
  ({ workers, port }: HttpSettings) => workers > 1 && port === 0 && 'WORKERS needs a PORT that all workers share.',
  ({ cdn: { purgeUrls, token } }: HttpSettings) =>
    Boolean(purgeUrls ?? token) &&
    !(purgeUrls?.length && token) &&
    'CDN_PURGE_URL and CDN_PURGE_TOKEN are needed together.',
  ({ cdn: { purgeUrls, token }, isPageCacheOn }: HttpSettings) =>
    Boolean(purgeUrls ?? token) &&
    isPageCacheOn &&
    'CDN_PURGE_URL needs PAGE_CACHE=off, or the shop would give the CDN pages that it has cached itself.',
];

function siteUrl() {
  const type = text('`https://shop.example`', (value) => {
    const url = URL.parse(value);
    return url && /^https?:$/.test(url.protocol) && url.pathname === '/'
      ? undefined
      : `is ${value}; it must be a URL such as https://shop.example, without a path.`;
  });
  return converted(type, (value) => new URL(value).origin);
}

function secretKey() {
  return text('at least 32 characters', ({ length }) =>
    length < 32 ? 'must have at least 32 characters.' : undefined,
  );
}

function workers() {
  const { accepts, schema } = wholeNumber(1, 64);
  const cores = Math.min(MAX_AUTO_WORKERS, availableParallelism());
  const count = z.transform((value: string) => (value === 'auto' ? String(cores) : value));
  return { accepts: `${accepts}, or \`auto\``, schema: (name: string) => z.pipe(count, schema(name)) };
}

function purgeUrls() {
  const urlsIn = (list: string) => list.split(/[,\s]+/).filter(Boolean);
  const type = text('`http://…`, `https://…`, separated by commas', (value) =>
    urlsIn(value)
      .filter((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      .map((url) => `has ${url}; it must be a URL such as http://127.0.0.1:6081/.purge.`),
  );
  return converted(type, urlsIn);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}
