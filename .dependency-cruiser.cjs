/**
 * Layers of src/lib and their modules, from the top down. A module may import those after it (docs/architecture.md), so
 * there are no upward imports and no cycles.
 */
const LAYERS = {
  operations: ['startup', 'demo-history', 'jobs', 'today', 'doctor', 'setup', 'database-move', 'backup'],
  admin: ['access', 'views', 'inbox', 'sign-in', 'staff', 'log'],
  content: ['admin', 'publishing', 'content'],
  sales: [
    'manual-orders',
    'checkout',
    'account',
    'money-reports',
    'payments',
    'cash-confirmation',
    'exchanges',
    'printing',
    'shipping',
    'invoices',
    'orders',
    'back-in-stock',
    'cart',
    'cash-rules',
    'address',
  ],
  customers: ['reviews', 'newsletter', 'support', 'auth', 'contact', 'wishlist'],
  catalog: ['admin', 'feeds', 'import', 'inventory', 'listing', 'search', 'products', 'listing-index'],
  shop: ['seo', 'owner-notices', 'money', 'settings', 'web-vitals'],
  platform: [],
  primitives: [],
};
const MODULES = Object.entries(LAYERS).flatMap(([layer, modules]) =>
  modules.length === 0 ? [layer] : modules.map((module) => `${layer}/${module}`),
);

/** Packages and modules that open connections to external services. */
const OPENS_CONNECTIONS =
  'node_modules/(razorpay|s3mini|undici|@opentelemetry/exporter-[^/]+)/|node_modules/nodemailer/lib/smtp-|^(node:)?(tls|http|https|http2|dgram)$';
/**
 * Files that may open connections: the server and its metrics listen, traces are exported in the background, the mail
 * job sends emails, an import downloads pictures, and Razorpay and the object store are called through Upstreams.
 */
const MAY_CONNECT =
  '^src/(server\\.ts|lib/(sales/payments/razorpay|platform/(files/(storage/s3-client|download)|mail/smtp|telemetry/(metrics-server|tracing)))\\.server\\.ts)$';

const PROGRAMS = '^src/(server|dev|cli|start|main|workers|middleware|production|page-state|pages-entry)\\.ts$';

/** A layer may import those below it: programs → pages → components → islands → lib. */
const layers = [
  { name: 'only-programs-import-programs', from: '^src/', to: PROGRAMS, pathNot: PROGRAMS },
  { name: 'only-programs-import-pages', from: '^src/(components|islands|lib)/', to: '^src/pages/' },
  { name: 'islands-and-lib-import-no-components', from: '^src/(islands|lib)/', to: '^src/components/' },
  { name: 'lib-imports-no-islands', from: '^src/lib/', to: '^src/islands/' },
].map(({ name, from, to, pathNot }) => ({
  name,
  severity: 'error',
  from: pathNot ? { path: from, pathNot } : { path: from },
  to: { path: to },
}));

const modules = MODULES.slice(1).map((module, index) => ({
  name: `${module}-imports-no-module-above`,
  severity: 'error',
  from: { path: `^src/lib/${module}/` },
  to: { path: `^src/lib/(${MODULES.slice(0, index + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...layers,
    ...modules,
    {
      name: 'every-file-of-lib-has-a-module',
      severity: 'error',
      from: {},
      to: { path: '^src/lib/', pathNot: `^src/lib/(${MODULES.join('|')})/` },
    },
    {
      name: 'islands-import-no-server-files',
      severity: 'error',
      from: { path: '^src/islands/' },
      to: { path: '\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules-import-no-io',
      severity: 'error',
      from: { path: '^src/lib/.+(?<!\\.server|\\.schema)\\.ts$' },
      to: { path: '\\.server\\.ts$|node_modules/(react|kysely|zod)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules-use-no-node-modules',
      severity: 'error',
      from: { path: '^src/lib/.+(?<!\\.server|\\.schema)\\.ts$' },
      to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-few-files-open-connections',
      comment:
        'External services are called through Upstreams: with a limit, a timeout, and never while a page is rendered.',
      severity: 'error',
      from: { path: '^src/', pathNot: MAY_CONNECT },
      to: { path: OPENS_CONNECTIONS, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-mail-job-sends-mails',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/lib/(operations/jobs/jobs\\.server\\.ts|platform/mail/)' },
      to: { path: '^src/lib/platform/mail/(smtp|mail-worker)\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-import-downloads-pictures',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/lib/catalog/import/import-pictures\\.server\\.ts$' },
      to: { path: '^src/lib/platform/files/download\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      // Decoded pictures take memory that no heap limit bounds, so one process decodes them, behind one semaphore.
      name: 'only-picture-tasks-import-sharp',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/lib/platform/files/pictures/picture-tasks\\.server\\.ts$' },
      to: { path: 'node_modules/sharp/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-picture-process-imports-tasks',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/lib/platform/files/pictures/picture-child\\.server\\.ts$' },
      to: { path: '^src/lib/platform/files/pictures/picture-tasks\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-load-settings-reads-settings',
      comment: 'Only loadSettings also reads settings.env.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/lib/platform/settings/load-settings\\.server\\.ts$' },
      to: { path: '^src/lib/platform/settings/settings\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'large-catalogues-have-one-interface',
      comment: 'Lists can be understood without the code that only a very large catalogue needs.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/lib/catalog/listing-index/large/' },
      to: {
        path: '^src/lib/catalog/listing-index/large/',
        pathNot: '^src/lib/catalog/listing-index/large/large-segment\\.ts$',
      },
    },
    {
      name: 'server-imports-no-command-parser',
      comment: 'The command-line parser would cost each process of the shop 5 MB.',
      severity: 'error',
      from: { path: '^src/(server|workers|pages-entry)\\.ts$' },
      to: { path: '^src/lib/platform/cli/command\\.server\\.ts$|node_modules/commander', reachable: true },
    },
    { name: 'no-unlisted', severity: 'error', from: {}, to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] } },
  ],
  required: [
    {
      name: 'external-services-use-upstreams',
      severity: 'error',
      module: {
        path: '^src/lib/(sales/(payments/razorpay|shipping/shiprocket/shiprocket-api)|platform/(cdn/cdn-edge|files/storage/(s3-file-store|bucket)))\\.server\\.ts$',
      },
      to: { path: '^src/lib/platform/upstream/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['default', 'import', 'node'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
