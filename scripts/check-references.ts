/**
 * Checks the references in comments and docs. Each reference such as `product.md, "Cart"` must name an existing
 * heading, and each reference such as `decision 27` an existing decision. Each link in the docs and each path in a
 * comment must name an existing file, and each name such as `placeOrder` in the docs must occur in the code. No text may
 * name a document that the project does not have.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** tests/unit/checks/check-scripts.test.ts passes another folder. */
const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const docs = ['README.md', ...globSync(['docs/**/*.md', 'src/lib/**/README.md'], { cwd: root }).sort()];
const sources = globSync(
  ['{src,tests,scripts,integrations}/**/*.{ts,tsx,astro,css,mjs}', '*.{ts,js,mjs,cjs}', '.*.cjs'],
  {
    cwd: root,
  },
).filter((file) => !/^src\/content\//.test(file) && basename(file) !== 'check-references.ts');

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|<!--[\s\S]*?-->/gm;
/** Matches the start of a comment's later lines: a star or two slashes, which are not part of the comment's text. */
const LINE_START = /\n[ \t]*(?:\*(?!\/)|\/\/)?/g;
const REFERENCE = /(?<![\w./-])([\w./-]*[\w-]\.md)\b((?:,?\s+(?:and\s+)?"[^"]+")*)/g;
const MISSING_DOCUMENT = /\bspecification(?:['’]s)?\b|\bsections? \d[\d, to and]*/gi;
const DECISION = /\bdecisions? (\d{1,4})\b/gi;
/** Matches names in the code that a document uses, such as `placeOrder`. */
const NAME_IN_DOC = /`([a-z]+[A-Z]\w*)(?:\(\))?`/g;
/** Matches project files that a document names. Decisions are not checked, because they may name removed files. */
const FILE_IN_DOC =
  /`((?:src|tests|scripts|integrations|deploy|docs|public)\/[\w./[\]-]+|\w[\w.-]*\.(?:test|spec)\.ts)`/g;
const PATH_IN_COMMENT = /(?<![\w/.#-])(?:src|tests|scripts|integrations|deploy)\/[\w./[\]-]*[\w\]]/g;
const LINK = /\]\(([^)\s#]*)(?:#([^)\s]*))?\)/g;

const headingsByDoc = new Map(docs.map((file) => [file, headingsOf(read(file))]));
const testNames = new Set(globSync('tests/**/*.ts', { cwd: root }).map((file) => basename(file)));
const namesInCode = new Set(sources.flatMap((file) => read(file).match(/\b[a-z]+[A-Z]\w*/g) ?? []));
const decisionNumbers = new Set(docs.map((file) => Number(/decisions\/(\d{4})-/.exec(file)?.[1])));
let referenceCount = 0;
const problems = [
  ...docs.flatMap((file) => [
    ...linkProblems(file),
    ...nameProblems(file),
    ...textProblems(file, textWithoutLinks(file), 0),
  ]),
  ...sources.flatMap((file) => {
    const text = read(file);
    return [...text.matchAll(COMMENT)].flatMap((comment) => {
      const linesBefore = lineOf(text, comment.index) - 1;
      return [...textProblems(file, comment[0], linesBefore), ...pathProblems(file, comment[0], linesBefore)];
    });
  }),
];
for (const problem of problems) console.error(problem);
console.log(`${referenceCount} references, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function textProblems(file: string, docOrComment: string, linesBefore: number): string[] {
  const text = docOrComment.replaceAll(LINE_START, '\n');
  const positionOf = (index: number) => `${file}:${linesBefore + lineOf(text, index)}`;
  return [
    ...[...text.matchAll(REFERENCE)].flatMap(({ 1: name = '', 2: quoted = '', index }) =>
      referenceProblems(file, name, quoted).map((problem) => `${positionOf(index)} ${problem}`),
    ),
    ...[...text.matchAll(MISSING_DOCUMENT)].map(
      ({ 0: words, index }) => `${positionOf(index)} "${words}" is not a document of this project`,
    ),
    ...[...text.matchAll(DECISION)]
      .filter(({ 1: number }) => !decisionNumbers.has(Number(number)))
      .map(({ 0: words, index }) => `${positionOf(index)} there is no ${words}`),
  ];
}

function textWithoutLinks(doc: string): string {
  return read(doc).replaceAll(/\[[^[\]\n]*\]\([^()\n]*\)/g, '');
}

/** Finds problems in a reference. Paths of other existing Markdown files, such as those in `src/content`, are valid. */
function referenceProblems(file: string, name: string, quoted: string): string[] {
  const target = docs.find((doc) => [doc, basename(doc), doc.replace(/^docs\//, '')].includes(name));
  if (target === undefined) {
    const isPath = name.includes('/') && existsSync(join(root, name));
    return isPath ? [] : [`there is no ${name} in the docs`];
  }
  const quotedHeadings = [...quoted.matchAll(/"([^"]+)"/g)].map(([, heading = '']) => heading.replace(/\s+/g, ' '));
  referenceCount += 1;
  if (name === 'product.md' && quotedHeadings.length === 0 && !docs.includes(file))
    return ['product.md is named without a heading'];
  return quotedHeadings
    .filter((heading) => !headingsByDoc.get(target)?.has(heading))
    .map((heading) => `${target} has no heading "${heading}"`);
}

function linkProblems(file: string): string[] {
  return [...read(file).matchAll(LINK)].flatMap(({ 1: path = '', 2: anchor, index }) => {
    if (/^[a-z]+:/.test(path)) return [];
    const target = path === '' ? file : join(dirname(file), path);
    const hasTarget = existsSync(join(root, target));
    const hasAnchor =
      anchor === undefined || [...(headingsByDoc.get(target) ?? [])].some((text) => anchorOf(text) === anchor);
    return hasTarget && hasAnchor ? [] : [`${file}:${lineOf(read(file), index)} broken link: ${path}#${anchor ?? ''}`];
  });
}

function nameProblems(doc: string): string[] {
  if (doc.startsWith('docs/decisions/')) return [];
  const text = read(doc);
  const missingFiles = [...text.matchAll(FILE_IN_DOC)].filter(
    ({ 1: file = '' }) => !(file.includes('/') ? existsSync(join(root, file)) : testNames.has(file)),
  );
  const missingNames = [...text.matchAll(NAME_IN_DOC)].filter(({ 1: name = '' }) => !namesInCode.has(name));
  return [...missingFiles, ...missingNames].map(
    ({ 1: name, index }) => `${doc}:${lineOf(text, index)} there is no ${name}`,
  );
}

function pathProblems(file: string, comment: string, linesBefore: number): string[] {
  return [...comment.matchAll(PATH_IN_COMMENT)]
    .filter(([path]) => !existsSync(join(root, path)))
    .map(({ 0: path, index }) => `${file}:${linesBefore + lineOf(comment, index)} there is no ${path}`);
}

function headingsOf(text: string): Set<string> {
  return new Set([...text.matchAll(/^#{1,4} (.+)$/gm)].map(([, heading = '']) => heading.trim()));
}

/** Returns the anchor that GitHub generates from a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
