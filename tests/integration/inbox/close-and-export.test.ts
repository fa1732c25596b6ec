import { expect, test } from 'vitest';
import { BULK_ITEMS, NEW_INBOX_BULK_ACTION } from '#lib/admin/inbox/bulk/inbox-bulk-action.schema.ts';
import {
  closingResult,
  createClosing,
  previewClosing,
  runClosing,
} from '#lib/admin/inbox/bulk/inbox-bulk-action.server.ts';
import { exportInbox } from '#lib/admin/inbox/export-inbox.server.ts';
import { inboxScopeOf } from '#lib/admin/inbox/inbox.ts';
import { INBOX_QUERY } from '#lib/admin/inbox/inbox-query.schema.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { onBothEngines } from '#support/database.ts';
import { inboxFixture } from '#support/inbox-rows.ts';

const NOW = 1_771_000_000_000;
const CHOSEN_ITEMS = ['ticket:t1', 'ticket:t2', 'message:m1', 'message:m2', 'review:r1', 'review:r2', 'exchange:e1'];

onBothEngines('rows in the inbox', (open) => {
  async function setUp() {
    const db = await open();
    const add = await inboxFixture(db);
    await add.ticket('t1', { at: 1, subject: 'Late parcel' });
    await add.ticket('t2', { at: 2, state: 'closed' });
    await add.message('m1', { at: 3 });
    await add.message('m2', { at: 4, state: 'answered' });
    await add.review('r1', { at: 5 });
    await add.review('r2', { at: 6, unseen: 0 });
    await add.exchange('e1', { at: 7 });
    return { db, shop: { db, now: () => NOW, settings: readSettings({ SITE_URL: 'https://taana.example' }) } };
  }

  test('are closed together as previewed, each with a result, an audit log entry and at most one email', async () => {
    const { db, shop } = await setUp();
    const preview = await previewClosing(db, BULK_ITEMS.parse([...CHOSEN_ITEMS, 'message:gone']));
    expect(preview.map(({ id, customerName, refusal }) => [id, customerName, refusal])).toEqual([
      ['t1', 'Asha Rao', undefined],
      ['t2', 'Asha Rao', 'It is closed already.'],
      ['m1', 'Bala Iyer', undefined],
      ['m2', 'Bala Iyer', 'It was answered.'],
      ['r1', 'Asha Rao', undefined],
      ['r2', 'Asha Rao', 'It was seen already.'],
      ['e1', 'Test Buyer', 'An exchange is decided on its own page.'],
    ]);
    const closableRows = preview.filter(({ refusal }) => refusal === undefined);
    const form = { item: closableRows.map(({ kind, id, version }) => `${kind}:${id}:${version}`) };
    const id = await createClosing(shop, NEW_INBOX_BULK_ACTION.parse(form).item);
    // The customer writes again while the owner is looking at the preview.
    await db.write.updateTable('ticket').set({ updated_at: 9 }).where('id', '=', 't1').execute();
    await runClosing(shop, id);
    await runClosing(shop, id);
    const { rows } = await closingResult(db, id);
    expect(rows.map(({ kind, state, message }) => [kind, state, message])).toEqual([
      ['ticket', 'failed', expect.stringContaining('was changed in the meantime')],
      ['message', 'done', null],
      ['review', 'done', null],
    ]);
    const secondPreview = await previewClosing(db, BULK_ITEMS.parse('ticket:t1'));
    await runClosing(shop, await createClosing(shop, secondPreview));
    expect((await previewClosing(db, BULK_ITEMS.parse(CHOSEN_ITEMS))).every(({ refusal }) => refusal)).toBe(true);
    const mails = await db.write.selectFrom('outbox').select('to_address').execute();
    expect(mails).toEqual([{ to_address: 'asha@example.in' }]);
    const { entries } = await readAudit(db);
    expect(entries.map(({ action }) => action)).toEqual(['close ticket', 'mark review as seen', 'close message']);
  });

  test('are exported as CSV with neutralised formulas, limited to those that the staff member may see', async () => {
    const { db, shop } = await setUp();
    await db.write.updateTable('ticket').set({ subject: '=HYPERLINK("x")' }).where('id', '=', 't1').execute();
    const readLines = async (filters: Record<string, string>, scope = inboxScopeOf('owner')) => {
      let text = '';
      for await (const chunk of await exportInbox(shop, INBOX_QUERY.parse(filters), 'state=all', scope)) text += chunk;
      return text.trimEnd().split('\r\n');
    };
    const openLines = await readLines({});
    expect(openLines.map((line) => line.split(',')[0])).toEqual([
      '\u{FEFF}Kind',
      'Ticket',
      'Message',
      'Review',
      'Exchange',
    ]);
    expect(openLines[1]).toBe(
      `Ticket,1970-01-01 05:30,Open,Asha Rao,"'=HYPERLINK(""x"")",https://taana.example/admin/inbox/tickets/T-T1`,
    );
    expect(await readLines({ state: 'all' })).toHaveLength(8);
    expect((await readLines({ state: 'all' }, inboxScopeOf('packer'))).map((line) => line.split(',')[0])).toEqual([
      '\u{FEFF}Kind',
      'Exchange',
    ]);
    const { entries } = await readAudit(db);
    expect(entries[0]).toMatchObject({ action: 'inbox exported' });
  });
});

test('a bulk action form without valid inbox rows is rejected', () => {
  for (const item of [[], 'order:1', 'ticket:', 'ticket:a:b'])
    expect(BULK_ITEMS.safeParse(item).success, String(item)).toBe(false);
  expect(NEW_INBOX_BULK_ACTION.safeParse({ item: ['ticket:t1'] }).success).toBe(false);
});
