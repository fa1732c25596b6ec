import { type ConfigData, HtmlValidate } from 'html-validate';

const RULES: ConfigData = {
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // A button in a form sends it; saying so on each of 24 cards only costs bytes.
    'no-implicit-button-type': 'off',
    // One field and Enter send the header's search; beside it there is no room for a button.
    'wcag/h32': 'off',
    // Every filter is a set of checkboxes under one name, as the address wants it.
    'form-dup-name': ['error', { shared: ['checkbox', 'radio', 'button', 'submit', 'reset'] }],
    // A group of links is named by aria-labelledby; a legend is for fields.
    'wcag/h71': 'off',
    // Typography, not validity.
    'tel-non-breaking': 'off',
    // React's server renderer writes its ids, attribute names, `<input/>` and `disabled=""` so, all of it valid HTML.
    'valid-id': ['error', { relaxed: true }],
    'attr-case': ['error', { style: ['lowercase', 'camelcase'] }],
    'void-style': 'off',
    'attribute-boolean-style': 'off',
  },
};

/** Astro writes this line before the first island of a page, wherever that is. */
const ASTRO_ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/;

/** What is wrong with a page's markup, a line each; an empty list when it is valid. */
export async function htmlProblems(html: string): Promise<string[]> {
  const report = await new HtmlValidate(RULES).validateString(html.replace(ASTRO_ISLAND_STYLE, ''));
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
