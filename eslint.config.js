/**
 * These rules limit how long a regular expression can take on hostile text, and the size of files and functions. They
 * also require cached `Intl` formatters and well-formed text. Biome lints everything else.
 */
import * as typescript from '@typescript-eslint/parser';
import * as astro from 'astro-eslint-parser';
import regexp from 'eslint-plugin-regexp';

const rules = {
  'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
  // A search restarts at every position of the text, so an expression that fails late takes quadratic time.
  'regexp/no-super-linear-move': ['error', { ignorePartial: false, report: 'potential' }],
};
const CACHE_FORMATS =
  'Intl formatters are slow to create, and components run on every render: create them once per module, or with ??=.';
const INTL_CONSTRUCTION = ':matches(NewExpression, CallExpression)[callee.object.name="Intl"]';
const restricted = (...syntax) => ({ 'no-restricted-syntax': ['error', ...syntax] });
const cachedFormats = (selector) => ({ selector, message: CACHE_FORMATS });
const CACHED_IN_SCRIPT = cachedFormats(`:function :not(AssignmentExpression[operator='??=']) > ${INTL_CONSTRUCTION}`);
/** Text from browsers and external services must be well-formed, because UTF-8, URLs and databases require it. */
const sentText = {
  selector: "MemberExpression[object.name='z'][property.name='string']",
  message: 'Use text() of src/lib/primitives/text.schema.ts, which rejects text that is not well-formed.',
};
/** Schemas of data that only the owner or this project writes. */
const READ_FROM_FILES = [
  'src/lib/{platform,shop,content}/**',
  'src/lib/catalog/{products,import,search}/**',
  'src/lib/operations/backup/**',
  'src/lib/sales/cart/delivery/delivery.schema.ts',
];
const sizes = { 'max-lines': ['error', 250], 'max-lines-per-function': ['error', 60] };
const plugins = { regexp };
const linterOptions = { reportUnusedDisableDirectives: 'error' };

export default [
  {
    files: ['**/*.{ts,tsx}'],
    plugins,
    rules: { ...rules, ...sizes, ...restricted(CACHED_IN_SCRIPT) },
    linterOptions,
    languageOptions: { parser: typescript },
  },
  {
    files: ['src/**/*.schema.ts', 'src/pages/**/*.ts'],
    ignores: [...READ_FROM_FILES, 'src/lib/primitives/text.schema.ts'],
    rules: restricted(CACHED_IN_SCRIPT, sentText),
    linterOptions,
    languageOptions: { parser: typescript },
  },
  {
    files: ['**/*.astro'],
    plugins,
    rules: { ...rules, ...restricted(cachedFormats(INTL_CONSTRUCTION)) },
    linterOptions,
    languageOptions: { parser: astro, parserOptions: { parser: typescript, extraFileExtensions: ['.astro'] } },
  },
];
