import type { StaffSession } from '#lib/admin/sign-in/sessions.server.ts';
import { isAllowed } from '#lib/admin/staff/roles.ts';
import { listParams } from '#lib/admin/views/list-url.ts';
import type { NewView } from '#lib/admin/views/saved-view.schema.ts';
import { VIEW_LISTS, type ViewListName } from '#lib/admin/views/view-lists.schema.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { SavedViewTable } from '#lib/platform/db/tables/admin.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { changedMeanwhile } from '#lib/platform/errors/changed-meanwhile.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';

const MAX_VIEWS = 30;
const SAME_NAME = 'You have a view with this name. Choose another one.';

type ViewShop = Pick<Shop, 'db' | 'now'>;
type Viewer = Pick<StaffSession, 'staffId' | 'role'>;

export type SavedView = Awaited<ReturnType<typeof savedViews>>[number];

/**
 * Returns a person's views of a list, and the shared views, by name. `query` contains the query parameters of the list's
 * URL. Forms send `version` to change the view.
 */
export async function savedViews({ write }: Pick<ShopDatabase, 'write'>, list: ViewListName, viewer: Viewer) {
  const rows = await write
    .selectFrom('saved_view')
    .selectAll()
    .where('list', '=', list)
    .where((eb) => eb.or([eb('staff_id', '=', viewer.staffId), eb('is_shared', '=', 1)]))
    .execute();
  const views = rows.map(({ id, name, query, is_shared, staff_id, updated_at: version }) => {
    const isOwn = staff_id === viewer.staffId;
    return { id, name, query, isShared: is_shared === 1, isOwn, mayDelete: isOwn || viewer.role === 'owner', version };
  });
  return views.sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * Stores the filters and the sort of a list under a name, without the page. Returns the path of the view. Throws
 * `refused` if the role does not include the list, or `conflict` for a name that the person already uses or for too
 * many views.
 */
export async function saveView({ db, now }: ViewShop, viewer: Viewer, view: NewView): Promise<{ href: string }> {
  const { path, schema, permission } = VIEW_LISTS[view.list];
  if (!isAllowed(viewer.role, permission)) throw new ShopError('refused', 'Your role does not include this list.');
  const query = String(listParams(schema, new URLSearchParams(view.query)));
  const { list, name } = view;
  const id = newId();
  const at = now();
  const fields = { list, name, query, is_shared: view.shared ? 1 : 0 };
  await transaction(db, async (tx) => {
    const ownViews = await readOwnViews(tx, viewer);
    if (ownViews.length >= MAX_VIEWS) throw new ShopError('conflict', `You have ${MAX_VIEWS} views. Delete one first.`);
    requireUniqueName(ownViews, { id, list, name });
    const row = { id, ...fields, staff_id: viewer.staffId, created_at: at, updated_at: at };
    await tx.insertInto('saved_view').values(row).execute();
    await recordAudit(tx, { action: 'save view', record: { kind: 'view', id }, after: fields }, at);
  });
  return { href: `${path}?${query}` };
}

/**
 * Renames a view. Returns the path of the list with the view's filters. Throws `not_found`, `conflict` for an outdated
 * version or for a name that the person already uses in this list, or `refused` for another person's view.
 */
export async function renameView(
  { db, now }: ViewShop,
  viewer: Viewer,
  { id, name, version }: { id: string; name: string; version: number },
): Promise<{ href: string }> {
  const at = now();
  return transaction(db, async (tx) => {
    const view = await readViewToChange(tx, id, version);
    if (view.staff_id !== viewer.staffId)
      throw new ShopError('refused', 'Only the person who saved this view can rename it.');
    requireUniqueName(await readOwnViews(tx, viewer), { id, list: view.list, name });
    await tx
      .updateTable('saved_view')
      .set({ name, updated_at: Math.max(at, version + 1) })
      .where('id', '=', id)
      .execute();
    const event = { action: 'rename view', record: { kind: 'view', id }, before: { name: view.name }, after: { name } };
    await recordAudit(tx, event, at);
    return { href: `${VIEW_LISTS[view.list as ViewListName].path}?${view.query}` };
  });
}

/**
 * Deletes a view. Owners may also delete another person's shared view. Returns the path of the list. Throws
 * `not_found`, `conflict` for an outdated version, or `refused` if the person may not delete the view.
 */
export async function deleteView(
  { db, now }: ViewShop,
  viewer: Viewer,
  { id, version }: { id: string; version: number },
): Promise<{ href: string }> {
  return transaction(db, async (tx) => {
    const view = await readViewToChange(tx, id, version);
    const mayDelete = view.staff_id === viewer.staffId || (viewer.role === 'owner' && view.is_shared === 1);
    if (!mayDelete) throw new ShopError('refused', 'Only the person who saved this view, or an owner, can delete it.');
    await tx.deleteFrom('saved_view').where('id', '=', id).execute();
    const { list, name, query, is_shared } = view;
    const event = { action: 'delete view', record: { kind: 'view', id }, before: { list, name, query, is_shared } };
    await recordAudit(tx, event, now());
    return { href: VIEW_LISTS[list as ViewListName].path };
  });
}

/** Returns a view, without checking who may change it. Throws `not_found`, or `conflict` for an outdated version. */
async function readViewToChange(tx: Tx, id: string, version: number): Promise<SavedViewTable> {
  const view = await tx.selectFrom('saved_view').selectAll().where('id', '=', id).executeTakeFirst();
  if (!view) throw new ShopError('not_found', 'This view was deleted.');
  if (view.updated_at !== version) throw changedMeanwhile('view');
  return view;
}

type NamedView = Pick<SavedViewTable, 'id' | 'list' | 'name'>;

function readOwnViews(tx: Tx, { staffId }: Viewer): Promise<NamedView[]> {
  return tx.selectFrom('saved_view').select(['id', 'list', 'name']).where('staff_id', '=', staffId).execute();
}

function requireUniqueName(ownViews: readonly NamedView[], { id, list, name }: NamedView): void {
  if (ownViews.some((other) => other.id !== id && other.list === list && other.name === name))
    throw new ShopError('conflict', SAME_NAME, { name: SAME_NAME });
}
