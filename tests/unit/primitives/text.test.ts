import { ESLint } from 'eslint';
import { expect, it } from 'vitest';
import { text } from '#lib/primitives/text.schema.ts';
import { root } from '#support/project-root.ts';

it('rejects a text with an unpaired surrogate', () => {
  expect(text().safeParse('शाल 🧵').success).toBe(true);
  for (const invalidText of ['\ud800', 'a\udc00b', '\udfff\ud800']) {
    expect(
      text('Name it')
        .safeParse(invalidText)
        .error?.issues.map(({ message }) => message),
    ).toEqual(['Name it']);
  }
});

it.each([
  ['src/lib/customers/reviews/reviews.schema.ts', 1],
  ['src/pages/public/reviews/create.ts', 1],
  ['src/lib/shop/settings/settings.schema.ts', 0],
])('ESLint reports z.string() in %s this many times: %i', async (filePath, times) => {
  const [{ messages } = { messages: [] }] = await new ESLint({ cwd: root }).lintText(
    "import { z } from 'zod/mini';\nexport const schema = z.object({ name: z.string() });\n",
    { filePath },
  );
  expect(messages.filter(({ ruleId }) => ruleId === 'no-restricted-syntax')).toHaveLength(times);
});
