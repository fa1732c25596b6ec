import { expect, test } from 'vitest';
import { NEW_VIEW } from '#lib/admin/views/saved-view.schema.ts';
import { deleteView, renameView, savedViews, saveView } from '#lib/admin/views/saved-views.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import type { Role } from '#lib/platform/db/tables/admin.ts';
import { onBothEngines } from '#support/database.ts';
import { addStaff } from '#support/staff.ts';

const START = Date.parse('2026-11-20T06:00:00Z');

onBothEngines('saved views', (open) => {
  async function setUp() {
    const db = await open();
    const clock = { at: START };
    const shop = { db, now: () => clock.at++ };
    async function addPerson(role: Role) {
      const { id } = await addStaff(db, role);
      const viewer = { staffId: id, role };
      const actor = { kind: 'staff' as const, id, name: `Test ${role}`, origin: 'Chrome' };
      return {
        views: () => savedViews(db, 'orders', viewer),
        save: (view: Record<string, string>) =>
          runAs(actor, () => saveView(shop, viewer, NEW_VIEW.parse({ list: 'orders', query: '', ...view }))),
        rename: (change: { id: string; version: number; name: string }) =>
          runAs(actor, () => renameView(shop, viewer, change)),
        remove: (view: { id: string; version: number }) => runAs(actor, () => deleteView(shop, viewer, view)),
      };
    }
    return { db, addPerson };
  }

  test('are private or shared, sorted by name, and contain only valid parameters of the list', async () => {
    const { addPerson } = await setUp();
    const [priya, anand] = [await addPerson('packer'), await addPerson('accountant')];
    const savedView = await priya.save({ name: 'South', query: 'zone=South+India&after=1.a&evil=1&status=nonsense' });
    expect(savedView).toEqual({ href: '/admin/orders?zone=South+India' });
    await priya.save({ name: 'Cash', query: '?status=cash_due', shared: '1' });
    expect((await priya.views()).map(({ name, query, isShared, isOwn }) => [name, query, isShared, isOwn])).toEqual([
      ['Cash', 'status=cash_due', true, true],
      ['South', 'zone=South+India', false, true],
    ]);
    expect((await anand.views()).map(({ name, isOwn, mayDelete }) => [name, isOwn, mayDelete])).toEqual([
      ['Cash', false, false],
    ]);
  });

  test('can be renamed only by the person who saved them, and only in their current version', async () => {
    const { db, addPerson } = await setUp();
    const [priya, owner] = [await addPerson('packer'), await addPerson('owner')];
    await priya.save({ name: 'Cash', query: 'status=cash_due', shared: '1' });
    const [view] = await priya.views();
    const { id = '', version = 0 } = view ?? {};
    await expect(owner.rename({ id, version, name: 'Mine' })).rejects.toMatchObject({ code: 'refused' });
    await expect(priya.rename({ id, version: version - 1, name: 'Old' })).rejects.toMatchObject({ code: 'conflict' });
    await priya.rename({ id, version, name: 'Cash to come' });
    expect((await priya.views()).map(({ name }) => name)).toEqual(['Cash to come']);
    expect((await readAudit(db)).entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['rename view', 'Test packer'],
      ['save view', 'Test packer'],
    ]);
  });

  test('can’t be renamed to the name of another view of the same person and list', async () => {
    const { addPerson } = await setUp();
    const priya = await addPerson('packer');
    await priya.save({ name: 'Cash' });
    await priya.save({ name: 'South' });
    const [cash] = await priya.views();
    if (!cash) throw new Error('The views were not found.');
    await expect(priya.rename({ ...cash, name: 'South' })).rejects.toMatchObject({ code: 'conflict' });
    await priya.rename({ ...cash, name: 'Cash' });
    expect((await priya.views()).map(({ name }) => name)).toEqual(['Cash', 'South']);
  });

  test('can be deleted by the person who saved them, and shared ones also by an owner', async () => {
    const { addPerson } = await setUp();
    const [priya, anand, owner] = [await addPerson('packer'), await addPerson('accountant'), await addPerson('owner')];
    for (const [name, shared] of [
      ['A', '1'],
      ['B', '1'],
      ['C', undefined],
    ] as const)
      await priya.save({ name, ...(shared ? { shared } : {}) });
    const [a, b, c] = await priya.views();
    if (!a || !b || !c) throw new Error('The views were not found.');
    await expect(anand.remove(a)).rejects.toMatchObject({ code: 'refused' });
    await expect(owner.remove(c)).rejects.toMatchObject({ code: 'refused' });
    await owner.remove(a);
    await priya.remove(b);
    await expect(priya.remove(b)).rejects.toMatchObject({ code: 'not_found' });
    expect((await priya.views()).map(({ name }) => name)).toEqual(['C']);
  });

  test('of one person have unique names, number at most 30, and need permission for the list', async () => {
    const { addPerson } = await setUp();
    const [priya, writer] = [await addPerson('packer'), await addPerson('writer')];
    await priya.save({ name: 'View 1' });
    await expect(priya.save({ name: ' View  1 ' })).rejects.toMatchObject({
      code: 'conflict',
      fields: { name: 'You have a view with this name. Choose another one.' },
    });
    for (let n = 2; n <= 30; n++) await priya.save({ name: `View ${n}` });
    await expect(priya.save({ name: 'View 31' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(writer.save({ name: 'Orders' })).rejects.toMatchObject({ code: 'refused' });
    expect(await priya.views()).toHaveLength(30);
  });
});
