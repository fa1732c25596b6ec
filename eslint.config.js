/** Biome lints everything else. These bound the time of an expression on a hostile text, and how much is read at once. */
import * as typescript from '@typescript-eslint/parser';
import * as astro from 'astro-eslint-parser';
import regexp from 'eslint-plugin-regexp';

const rules = {
  'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
  // An expression that fails late is tried again at every place of the text.
  'regexp/no-super-linear-move': ['error', { ignorePartial: false, report: 'potential' }],
};
const MADE_AGAIN =
  'Formats of Intl are dear to make, and a component runs anew each time: keep them in a module, or behind ??=.';
const MADE = ':matches(NewExpression, CallExpression)[callee.object.name="Intl"]';
const restricted = (...syntax) => ({ 'no-restricted-syntax': ['error', ...syntax] });
const keptFormats = (selector) => ({ selector, message: MADE_AGAIN });
const KEPT_IN_SCRIPT = keptFormats(`:function :not(AssignmentExpression[operator='??=']) > ${MADE}`);
/** What a browser or another service sends is checked as text that UTF-8, addresses and databases can hold. */
const sentText = {
  selector: "MemberExpression[object.name='z'][property.name='string']",
  message: 'Use text() of src/lib/primitives/text.schema.ts for text; it refuses what is not well-formed.',
};
/** Files that only the owner or this project writes. */
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
    rules: { ...rules, ...sizes, ...restricted(KEPT_IN_SCRIPT) },
    linterOptions,
    languageOptions: { parser: typescript },
  },
  {
    files: ['src/**/*.schema.ts', 'src/pages/**/*.ts'],
    ignores: [...READ_FROM_FILES, 'src/lib/primitives/text.schema.ts'],
    rules: restricted(KEPT_IN_SCRIPT, sentText),
    linterOptions,
    languageOptions: { parser: typescript },
  },
  {
    files: ['**/*.astro'],
    plugins,
    rules: { ...rules, ...restricted(keptFormats(MADE)) },
    linterOptions,
    languageOptions: { parser: astro, parserOptions: { parser: typescript, extraFileExtensions: ['.astro'] } },
  },
];
