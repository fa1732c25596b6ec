import type { SeenText } from '#lib/content/admin/texts/change-state.server.ts';
import type { TextShop } from '#lib/content/admin/texts/current-text.server.ts';
import { readText } from '#lib/content/admin/texts/read-text.server.ts';
import { saveText } from '#lib/content/admin/texts/save-text.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/**
 * Adds a question at the end of a category. Throws a ShopError `not_found` for an unknown category, `conflict` for an
 * outdated version, and `invalid` if the category already has the question or would be invalid with it.
 */
export async function addQuestion(
  shop: TextShop,
  { question, answer, ...seenText }: SeenText & { question: string; answer: string },
): Promise<void> {
  const { values } = await readText(shop, seenText);
  const lines = (values.body ?? '').split('\n').map((line) => line.trim().toLowerCase());
  if (lines.includes(`## ${question.toLowerCase()}`)) {
    const message = 'The category already has this question.';
    throw new ShopError('invalid', message, { question: message });
  }
  await saveText(shop, seenText, { ...values, body: `${values.body}\n\n## ${question}\n\n${answer}` });
}
