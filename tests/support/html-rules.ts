import { type ConfigData, HtmlValidate } from 'html-validate';

const RULES: ConfigData = {
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // A button submits its form by default, so `type` on each of 24 cards would only add bytes.
    'no-implicit-button-type': 'off',
    // Enter submits the search field in the header, which has no space for a button.
    'wcag/h32': 'off',
    // The checkboxes of a filter share one name, which becomes the filter's query parameter.
    'form-dup-name': ['error', { shared: ['checkbox', 'radio', 'button', 'submit', 'reset'] }],
    // A group of links is labelled by aria-labelledby, because a legend is only for fields.
    'wcag/h71': 'off',
    // This rule is about typography, not validity.
    'tel-non-breaking': 'off',
    // React's server renderer writes ids, attribute names, `<input/>` and `disabled=""` in another style, which is also
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
  ['a description list ends with a term', (html) => /<\/dt>\s*<\/dl>/.test(html)],
  ['not exactly one <h1>', (html) => html.match(/<h1[\s>]/g)?.length !== 1],
  ['a link is outside all landmarks', hasLinkOutsideLandmarks],
];

const validator = new HtmlValidate(RULES);

/** Returns the problems in a page's markup, or an empty list if the markup is valid. */
export async function htmlProblems(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return [
    ...ADDITIONAL_RULES.flatMap(([name, isBroken]) => (isBroken(html) ? [name] : [])),
    ...report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    ),
  ];
}

/** Checks whether any link except the skip link is outside all landmarks. */
function hasLinkOutsideLandmarks(html: string): boolean {
  const [, body = ''] = /<body[^>]*>([\s\S]*)<\/body>/.exec(html) ?? [];
  const outside = body.replaceAll(/<(main|header|footer|nav|aside|dialog)\b[\s\S]*?<\/\1>/g, '');
  return /<a\s(?![^>]*href="#main")/.test(outside);
}
