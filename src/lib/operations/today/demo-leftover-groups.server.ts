import { FIELD_OVERRIDES, labelOf } from '#lib/content/admin/settings/field-overrides.ts';
import { SETTINGS_PAGES } from '#lib/content/admin/settings/settings-pages.server.ts';
import { isTextFolder, TEXT_KINDS } from '#lib/content/admin/texts/text-kinds.ts';
import { type DemoLeftover, demoLeftovers } from '#lib/operations/setup/demo-leftovers.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { isObject } from '#lib/platform/content/overlay.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/**
 * Returns the content that still equals the demo's, by the title of its admin page or group of texts. Each field or text
 * has its URL in the admin.
 */
export function demoLeftoverGroups(db: Pick<ShopDatabase, 'memo'>) {
  const leftovers = demoLeftovers(db).map((leftover) => locateLeftover(db, leftover));
  const leftoversByTitle = Map.groupBy(leftovers, ({ title }) => title);
  return [...leftoversByTitle].map(([title, groupedLeftovers]) => ({
    title,
    leftovers: groupedLeftovers.map(({ label, href }) => ({ label, href })),
  }));
}

function locateLeftover(db: Pick<ShopDatabase, 'memo'>, { path, field }: DemoLeftover) {
  const [folder] = path.split('/');
  if (isTextFolder(folder)) {
    const { heading, document, titleField } = TEXT_KINDS[folder];
    const fields = contentOf(db).currentFields(document, path);
    const label = isObject(fields) ? String(fields[titleField]) : path;
    return { title: heading, label, href: `/admin/content/${path}` };
  }
  const topLevelField = field?.split('.')[0];
  const page = SETTINGS_PAGES.find(
    ({ document, fields }) => document.path === path && (!topLevelField || !fields || fields.includes(topLevelField)),
  );
  if (!page) throw new Error(`no page of the admin has ${path} ${field}`);
  const href = `/admin/settings/${page.slug}`;
  return field
    ? { title: page.title, label: fieldLabel(path, field), href: `${href}#f-${field}` }
    : { title: page.title, label: page.about, href };
}

function fieldLabel(path: string, field: string): string {
  const names = field.split('.');
  const labels = names.map(
    (name, index) => FIELD_OVERRIDES[path]?.[names.slice(0, index + 1).join('.')]?.label ?? labelOf(name),
  );
  return labels.join(': ');
}
