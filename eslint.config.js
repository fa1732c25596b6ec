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
const keptFormats = (selector) => ({ 'no-restricted-syntax': ['error', { selector, message: MADE_AGAIN }] });
const sizes = { 'max-lines': ['error', 250], 'max-lines-per-function': ['error', 60] };
const plugins = { regexp };
const linterOptions = { reportUnusedDisableDirectives: 'error' };

export default [
  {
    files: ['**/*.{ts,tsx}'],
    plugins,
    rules: { ...rules, ...sizes, ...keptFormats(`:function :not(AssignmentExpression[operator='??=']) > ${MADE}`) },
    linterOptions,
    languageOptions: { parser: typescript },
  },
  {
    files: ['**/*.astro'],
    plugins,
    rules: { ...rules, ...keptFormats(MADE) },
    linterOptions,
    languageOptions: { parser: astro, parserOptions: { parser: typescript, extraFileExtensions: ['.astro'] } },
  },
];
