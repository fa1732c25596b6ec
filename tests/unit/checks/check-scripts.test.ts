import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '#support/project-root.ts';
import { HTML_BUDGET_BYTES, type PageSizes, SCRIPT_BUDGET_BYTES, sizeProblems } from '../../bench/page-sizes.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const DOCS = [
  'docs/product.md',
  'docs/deployment.md',
  'docs/architecture.md',
  'docs/decisions/README.md',
  'docs/decisions/0029-dependencies.md',
];

const EMPTY_SETTINGS = `<!-- Written by scripts/write-settings-tables.ts from src/lib/platform/settings. -->
<!-- End of the settings. -->`;

/** A script, the rejected problem, the copied and written files of a test project, and the lines that it must print. */
const BAD_EXAMPLES: [
  script: string,
  problem: string,
  copiedFiles: string[],
  files: Record<string, string>,
  lines: string,
][] = [
  [
    'check-html.ts',
    'HTML from text',
    [],
    { 'src/pages/bad.astro': '<div set:html={text} />' },
    'places that write HTML in src/pages/bad.astro: 1; allowed: 0',
  ],
  [
    'check-layers.ts',
    'an import in an .astro file that breaks a rule',
    ['package.json'],
    { 'src/components/Bad.astro': "---\nimport { page } from '../pages/page.ts';\n---", 'src/pages/page.ts': '' },
    'src/components/Bad.astro → src/pages/page.ts: only-programs-import-pages',
  ],
  [
    'check-layers.ts',
    'a cycle of folders',
    ['package.json'],
    {
      'src/lib/sales/cart/one/a.ts': "import '../two/b.ts';",
      'src/lib/sales/cart/two/b.ts': 'export {};',
      'src/lib/sales/cart/two/c.ts': "import '../one/d.ts';",
      'src/lib/sales/cart/one/d.ts': 'export {};',
    },
    'cycle of folders: src/lib/sales/cart/one → src/lib/sales/cart/two',
  ],
  [
    'check-words.ts',
    'a banned word in a name, a comment, a message and a document',
    [],
    {
      'src/a.ts': "const MOST_LINES = 3; // for all else\nconsole.log('the customer is told by mail');",
      'docs/a.md': 'What the shop takes at rest.',
    },
    `docs/a.md:1: “at rest”; write: idle
src/a.ts:1: “MOST_LINES”; write: MAX_…
src/a.ts:1: “all else”; write: everything else
src/a.ts:2: “is told by mail”; write: gets an email`,
  ],
  [
    'check-words.ts',
    'a banned word at the start of a sentence',
    [],
    { 'src/a.ts': `${'//'} Without a script the form is posted.` },
    'src/a.ts:1: “Without a script”; write: without JavaScript',
  ],
  [
    'check-words.ts',
    'a vague name for a local variable',
    [],
    { 'src/islands/a.ts': 'const answer = await send();' },
    'src/islands/a.ts:1: “const answer”; write: response, cached, input, output or what the value is',
  ],
  [
    'check-words.ts',
    'a personified comment',
    [],
    { 'integrations/a.ts': `${'//'} Tells how often it was called.` },
    'integrations/a.ts:1: “Tells how”; write: report, record, return',
  ],
  [
    'check-references.ts',
    'a broken link',
    [],
    { 'README.md': '[gone](docs/gone.md)' },
    'README.md:1 broken link: docs/gone.md#',
  ],
  [
    'check-references.ts',
    'a comment that names a missing heading',
    [],
    { 'README.md': '# Shop', 'docs/product.md': '# Product', 'src/a.ts': `${'//'} See product.md, "Gone".` },
    'src/a.ts:1 docs/product.md has no heading "Gone"',
  ],
  [
    'check-references.ts',
    'the path of a missing file',
    [],
    { 'README.md': 'It is in `src/gone.ts`.' },
    'README.md:1 there is no src/gone.ts',
  ],
  [
    'check-references.ts',
    'a name that is not in the code',
    [],
    { 'README.md': 'The function `openShop` calls `goneFunction`.', 'src/a.ts': 'openShop();' },
    'README.md:1 there is no goneFunction',
  ],
  [
    'check-docs.ts',
    'a quotation that is not in the code',
    ['package.json', '.dependency-cruiser.cjs', ...DOCS],
    { 'docs/product.md': 'It says "No such text anywhere".' },
    'docs/product.md quotes a text that is not in the code: No such text anywhere',
  ],
  [
    'check-docs.ts',
    'a package without a reason',
    ['package.json', '.dependency-cruiser.cjs', ...DOCS],
    { 'package.json': '{"dependencies":{"left-pad":"1.0.0"}}' },
    'docs/decisions/0029-dependencies.md gives no reason for left-pad',
  ],
  [
    'check-docs.ts',
    'layers that differ from those of dependency-cruiser',
    ['package.json', '.dependency-cruiser.cjs', ...DOCS],
    { '.dependency-cruiser.cjs': "const LAYERS = {\n  sales: ['cart'],\n};" },
    'dependency-cruiser has sales cart',
  ],
  [
    'check-docs.ts',
    'a decision that is missing from the index',
    ['package.json', '.dependency-cruiser.cjs', ...DOCS],
    { 'docs/decisions/0099-sell-boats.md': '# 99. Sell boats' },
    'docs/decisions/README.md lacks the row | 99 | [Sell boats](0099-sell-boats.md) | accepted |',
  ],
  [
    'check-docs.ts',
    'outdated tables of settings',
    ['package.json', '.dependency-cruiser.cjs', ...DOCS],
    { 'docs/deployment.md': EMPTY_SETTINGS },
    'docs/deployment.md has outdated settings tables: run node scripts/write-settings-tables.ts',
  ],
];

test.each(BAD_EXAMPLES)('%s rejects %s', (script, _, copiedFiles, files, lines) => {
  const folder = mkdtempSync(join(tmpdir(), 'taana-check-'));
  folders.push(folder);
  for (const file of copiedFiles) cpSync(join(root, file), join(folder, file));
  mkdirSync(join(folder, 'src'), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts', script), folder], {
    encoding: 'utf8',
  });
  expect(stdout + stderr).toContain(lines);
  expect(status).toBe(1);
});

describe('check-sizes.ts', () => {
  const page = {
    path: '/',
    htmlBytes: 0,
    scriptBytes: 0,
    scriptRequests: 0,
    blockingTags: [],
    hasReact: false,
  } as unknown as PageSizes;

  test.each<[string, Partial<PageSizes>, string]>([
    [
      'HTML over its budget',
      { htmlBytes: HTML_BUDGET_BYTES + 1 },
      '/: HTML is 14001 bytes in brotli, 1 over its budget',
    ],
    [
      'scripts over their budget',
      { scriptBytes: SCRIPT_BUDGET_BYTES + 2 },
      '/: script before a touch is 6002 bytes in brotli, 2 over its budget',
    ],
    ['React before an interaction', { hasReact: true }, '/: React is loaded before a touch'],
    [
      'a request that blocks rendering',
      { blockingTags: ['<link rel="stylesheet">'] },
      '/: blocks rendering: <link rel="stylesheet">',
    ],
  ])('rejects %s', (_, sizes, problem) => {
    expect(sizeProblems({ ...page, ...sizes }, SCRIPT_BUDGET_BYTES)).toEqual([problem]);
  });

  test('accepts a page at its budget', () => {
    const sizes = { htmlBytes: HTML_BUDGET_BYTES, scriptBytes: SCRIPT_BUDGET_BYTES };
    expect(sizeProblems({ ...page, ...sizes }, SCRIPT_BUDGET_BYTES)).toEqual([]);
  });
});
