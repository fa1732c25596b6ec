import { type ConfigData, HtmlValidate } from 'html-validate';

const RULES: ConfigData = {
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // A button in a form submits it by default; `type` on each of 24 cards would only cost bytes.
    'no-implicit-button-type': 'off',
    // Enter submits the search field of the header, which has no space for a button.
    'wcag/h32': 'off',
    // The checkboxes of a filter share one name, which becomes its query parameter.
    'form-dup-name': ['error', { shared: ['checkbox', 'radio', 'button', 'submit', 'reset'] }],
    // A group of links is labelled by aria-labelledby; a legend is only for fields.
    'wcag/h71': 'off',
    // Typography, not validity.
    'tel-non-breaking': 'off',
    // React's server renderer writes ids, attribute names, `<input/>` and `disabled=""` in its own style, which is
    // valid HTML.
    'valid-id': ['error', { relaxed: true }],
    'attr-case': ['error', { style: ['lowercase', 'camelcase'] }],
    'void-style': 'off',
    'attribute-boolean-style': 'off',
  },
};

/** Rules that html-validate does not have. */
const ADDITIONAL_RULES: [name: string, isBroken: (html: string) => boolean][] = [
  ['content after </html>', (html) => !/<\/html>\s*$/.test(html)],
  ['a list of terms ends with a term', (html) => /<\/dt>\s*<\/dl>/.test(html)],
  ['not exactly one <h1>', (html) => html.match(/<h1[\s>]/g)?.length !== 1],
  ['a link is outside all landmarks', hasLinkOutsideLandmarks],
];

const validator = new HtmlValidate(RULES);

/** The problems in a page's markup, one per line; empty if it is valid. */
export async function htmlProblems(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return [
    ...ADDITIONAL_RULES.flatMap(([name, isBroken]) => (isBroken(html) ? [name] : [])),
    ...report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    ),
  ];
}

/** Whether a link is outside all landmarks, except the skip link, which belongs there. */
function hasLinkOutsideLandmarks(html: string): boolean {
  const [, body = ''] = /<body[^>]*>([\s\S]*)<\/body>/.exec(html) ?? [];
  const outside = body.replaceAll(/<(main|header|footer|nav|aside|dialog)\b[\s\S]*?<\/\1>/g, '');
  return /<a\s(?![^>]*href="#main")/.test(outside);
}
