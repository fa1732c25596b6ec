import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '#support/project-root.ts';

interface Rule {
  name: string;
  from?: { path?: string };
  to: { path?: string };
}
const rules = createRequire(import.meta.url)(`${root}.dependency-cruiser.cjs`) as {
  forbidden: Rule[];
  required: Rule[];
};

/** For each rule, a file that breaks it and the file that this file imports. */
const BAD_EXAMPLES: Record<string, [file: string, importedFile: string]> = {
  'no-circular': ['src/lib/sales/cart/one.ts', 'src/lib/sales/cart/two.ts'],
  'only-programs-import-programs': ['src/lib/sales/cart/program.server.ts', 'src/server.ts'],
  'only-programs-import-pages': ['src/components/Card.ts', 'src/pages/page.ts'],
  'islands-and-lib-import-no-components': ['src/islands/island.ts', 'src/components/Other.ts'],
  'lib-imports-no-islands': ['src/lib/sales/cart/uses-island.ts', 'src/islands/other.ts'],
  'every-file-of-lib-has-a-module': ['src/lib/sales/cart/homeless.ts', 'src/lib/homeless/file.ts'],
  'islands-import-no-server-files': ['src/islands/leak.ts', 'src/lib/sales/cart/secret.server.ts'],
  'rules-import-no-io': ['src/lib/sales/cart/rule.ts', 'node_modules/kysely/index.js'],
  'rules-use-no-node-modules': ['src/lib/sales/cart/paths.ts', 'node:path'],
  'only-few-files-open-connections': ['src/lib/sales/cart/calls.server.ts', 'node:http'],
  'only-the-mail-job-sends-mails': ['src/lib/sales/cart/mails.server.ts', 'src/lib/platform/mail/smtp.server.ts'],
  'only-the-import-downloads-pictures': [
    'src/lib/sales/cart/fetches.server.ts',
    'src/lib/platform/files/download.server.ts',
  ],
  'only-picture-tasks-import-sharp': ['src/lib/sales/cart/decodes.server.ts', 'node_modules/sharp/index.js'],
  'only-the-picture-process-imports-tasks': [
    'src/lib/sales/cart/tasks.server.ts',
    'src/lib/platform/files/pictures/picture-tasks.server.ts',
  ],
  'only-load-settings-reads-settings': [
    'src/lib/sales/cart/reads.server.ts',
    'src/lib/platform/settings/settings.server.ts',
  ],
  'large-catalogues-have-one-interface': [
    'src/lib/catalog/listing-index/page.ts',
    'src/lib/catalog/listing-index/large/deep-page.ts',
  ],
  'server-imports-no-command-parser': ['src/workers.ts', 'src/lib/platform/cli/command.server.ts'],
  'no-unlisted': ['src/lib/sales/cart/unlisted.server.ts', 'node_modules/unlisted/index.js'],
  'external-services-use-upstreams': [
    'src/lib/sales/payments/razorpay.server.ts',
    'src/lib/sales/payments/signature.ts',
  ],
  ...Object.fromEntries(
    rules.forbidden
      .filter(({ name }) => name.endsWith('-imports-no-module-above'))
      .map(({ name, to }) => {
        const [module] = name.split('-imports-');
        const higherModule = /\(([\w/-]+)/.exec(to.path ?? '')?.[1];
        return [name, [`src/lib/${module}/upward.ts`, `src/lib/${higherModule}/above.ts`]];
      }),
  ),
};

const folder = mkdtempSync(join(tmpdir(), 'taana-rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('each rule of dependency-cruiser rejects its example', () => {
  expect(Object.keys(BAD_EXAMPLES).sort()).toEqual(
    [...rules.forbidden, ...rules.required].map(({ name }) => name).sort(),
  );
  write('package.json', JSON.stringify({ type: 'module', dependencies: { kysely: '1', sharp: '1' } }));
  write('tsconfig.json', '{"compilerOptions":{"allowImportingTsExtensions":true,"noEmit":true}}');
  for (const [, importedFile] of Object.values(BAD_EXAMPLES)) {
    if (!importedFile.startsWith('node:')) write(importedFile, 'export const value = 1;');
    const name = /^node_modules\/([^/]+)/.exec(importedFile)?.[1];
    if (name) write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
  }
  for (const [file, importedFile] of Object.values(BAD_EXAMPLES))
    write(file, `import '${specifier(file, importedFile)}';`);
  write('src/lib/sales/cart/two.ts', "import type { One } from './one.ts';\nexport type Two = One;");
  write('src/lib/sales/cart/one.ts', "import type { Two } from './two.ts';\nexport type One = Two;");

  const foundViolations = violations();
  const undetectedExamples = Object.entries(BAD_EXAMPLES).filter(
    ([rule, [file]]) => !foundViolations.has(`${rule} ${file}`),
  );
  expect(undetectedExamples).toEqual([]);
});

function violations(): Set<string> {
  const args = ['--config', `${root}.dependency-cruiser.cjs`, '--output-type', 'json', 'src'];
  const { stdout, stderr } = spawnSync(`${root}node_modules/.bin/depcruise`, args, { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string; rule: Rule }[] } };
  return new Set(summary.violations.map(({ from, rule }) => `${rule.name} ${from}`));
}

function specifier(file: string, importedFile: string): string {
  const [, name] = /^node_modules\/([^/]+)/.exec(importedFile) ?? [];
  if (importedFile.startsWith('node:')) return importedFile;
  return name ?? `${'../'.repeat(file.split('/').length - 1)}${importedFile}`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
