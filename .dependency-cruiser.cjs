/** What opens connections to servers of others. */
const OPENS_CONNECTIONS =
  'node_modules/(razorpay|s3mini|undici)/|node_modules/nodemailer/lib/smtp-|^(node:)?(tls|http|https|http2|dgram)$';
/** These may; the server itself listens, mails leave by the one sender, pictures are fetched by the owner's tool. */
const MAY_CONNECT =
  '^src/(server\\.ts|lib/(payments/razorpay|files/s3-file-store|files/download|mail/smtp)\\.server\\.ts)$';

/** The arrows of the house run one way: pages → islands → domains → kernel. */
const DOMAINS =
  '^src/lib/(shop|catalog|search|content|identity|newsletter|cart|wishlist|reviews|orders|payments|support)/';

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'nobody-imports-pages', severity: 'error', from: { pathNot: '^src/pages/' }, to: { path: '^src/pages/' } },
    {
      name: 'islands-know-no-server',
      severity: 'error',
      from: { path: '^src/islands/' },
      to: { path: '\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules-know-no-io',
      severity: 'error',
      from: { path: '^src/lib/.+(?<!\\.server|\\.client|\\.schema|\\.script|\\.astro)\\.ts$' },
      to: { path: '\\.server\\.ts$|^node:|node_modules/(react|kysely|zod)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-knows-no-server',
      severity: 'error',
      from: { path: '\\.client\\.ts$' },
      to: { path: '\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'catalog-knows-nobody-above',
      severity: 'error',
      from: { path: '^src/lib/(catalog|search)/' },
      to: { path: '^src/lib/(cart|orders|payments|wishlist|reviews|support)/' },
    },
    {
      name: 'kernel-knows-no-domain',
      severity: 'error',
      from: { path: '^src/lib/(db|cache|files|money|fields|upstream)/' },
      to: { path: DOMAINS, pathNot: 'tables\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'upstreams-are-called-in-few-files',
      comment: 'A server of others is called by way of Upstreams: bounded, given up in time, never while a page waits.',
      severity: 'error',
      from: { path: '^src/', pathNot: MAY_CONNECT },
      to: { path: OPENS_CONNECTIONS, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'mails-leave-by-the-job',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(jobs\\.ts|lib/mail/)' },
      to: { path: '^src/lib/mail/(smtp|mail-worker)\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pictures-are-fetched-by-the-import',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/lib/catalog/import-pictures\\.server\\.ts$' },
      to: { path: '^src/lib/files/download\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      // Pixels take memory that no heap limit bounds, so one process of its own has them, behind one gate.
      name: 'one-process-decodes',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/lib/files/picture-tasks\\.server\\.ts$' },
      to: { path: 'node_modules/sharp/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-child-has-tasks',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/lib/files/picture-child\\.server\\.ts$' },
      to: { path: '^src/lib/files/picture-tasks\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-unlisted', severity: 'error', from: {}, to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] } },
  ],
  required: [
    {
      name: 'upstreams-are-bounded',
      severity: 'error',
      module: { path: '^src/lib/(payments/razorpay|files/s3-file-store)\\.server\\.ts$' },
      to: { path: '^src/lib/upstream/' },
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
