import { CONTENT_DOCUMENTS } from '#lib/content/publishing/content-documents.server.ts';
import { ok, problem } from '#lib/operations/setup/finding.ts';
import { CONTACT_FIELDS, OFFICER_FIELDS } from '#lib/operations/setup/missing-legal-details.server.ts';
import { isAnswered } from '#lib/operations/setup/save-answer.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { problemText } from '#lib/platform/content/content-document.ts';
import { setsField } from '#lib/platform/content/overlay.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import { countText } from '#lib/primitives/plural.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';

const REQUIRED_SETTINGS = ['name', 'legalName', ...CONTACT_FIELDS, ...OFFICER_FIELDS, 'gstin', 'state'] as const;

/**
 * Reports the owner's texts and settings that this version rejects. If it rejects none, reports the required settings
 * of a live shop that still have the demo's values.
 */
export async function checkContent(db: ShopDatabase, { mode }: Pick<Settings, 'mode'>) {
  const content = contentOf(db);
  await content.reload(db);
  const contentProblems = CONTENT_DOCUMENTS.flatMap((document) =>
    content.pathsOf(document).flatMap((path) => content.problemsOf(document, path)),
  );
  if (contentProblems.length > 0)
    return problem(
      `texts: some are not shown because they have errors:\n    ${contentProblems.map(problemText).join('\n    ')}`,
    );
  const ownFields = content.ownFields(SETTINGS.path);
  const hasDemoValue = async (field: string) =>
    !setsField(ownFields, field.split('.')) && !(field === 'state' && (await isAnswered(db, 'state.name')));
  const fieldsWithDemoValue = (
    await Promise.all(REQUIRED_SETTINGS.map(async (field) => ((await hasDemoValue(field)) ? [field] : [])))
  ).flat();
  if (mode === 'live' && fieldsWithDemoValue.length > 0)
    return problem(
      `settings: ${fieldsWithDemoValue.join(', ')} still have the values of the demo; see npm run shop -- settings show`,
    );
  const ownDocumentCount = [...content.ownTexts.values()].filter(({ state }) => state === 'own').length;
  return ok(`texts: ${countText(ownDocumentCount, 'own document')}, no errors`);
}
