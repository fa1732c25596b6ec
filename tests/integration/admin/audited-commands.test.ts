import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { expect, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { shopCommands } from '#lib/operations/startup/commands.server.ts';
import { awaitConfirmation } from '#support/cash-confirmation.ts';
import { commandFixture } from '#support/command-fixture.ts';
import { stockGoods } from '#support/goods.ts';
import { insertOrder } from '#support/order-row.ts';
import { addRowOwner } from '#support/owned-rows.ts';

/** Commands that do not change the database, and show either no data of customers or only lists. */
const READ_ONLY = new Set([
  'content list',
  'content history',
  'content export',
  'settings show',
  'export',
  'goods without-hsn',
  'categories list',
  'orders list',
  'stock show',
  'stock ledger',
  'stock waiting',
  'search misses',
  'search synonyms list',
  'coupons list',
  'reviews list',
  'tickets list',
  'admin list',
  'admin log',
  'mails list',
  'exchanges list',
  'digest',
]);
/** Commands that are run by the tests of their modules, where a change without an audit log entry fails. */
const TESTED_ELSEWHERE = new Set([
  'setup',
  'content edit',
  'content import',
  'content show',
  'content revert',
  'content restore',
  'orders cancel',
  'orders return',
  'orders lost',
  'orders refund',
  'orders cancel-wave',
  'exchanges show',
  'exchanges approve',
  'exchanges decline',
  'exchanges receive',
  'exchanges ship',
  'exchanges delivered',
  'mails show',
  'mails send-again',
  'mails drop',
  'admin end',
  'backup',
  'restore',
  'move',
  'secret-key accept',
  'doctor',
]);

interface PreparedShop {
  dataDir: string;
  ticket: string;
  review: string;
}

/** The arguments of each remaining command, and the action that the command records. */
const RECORDED: Record<string, { args(shop: PreparedShop): string[]; action: string }> = {
  'settings set': { args: () => ['name', 'Kora'], action: 'save content' },
  'content hide': { args: () => ['blog'], action: 'hide content' },
  'categories hsn': { args: () => ['women', '6206'], action: 'set HSN' },
  import: { args: ({ dataDir }) => [goodsFile(dataDir), '--yes'], action: 'import products' },
  'stock set': { args: () => ['TS', '7'], action: 'set stock' },
  'stock shelf': { args: () => ['TS', 'A-3'], action: 'set shelf' },
  'stock add': { args: () => ['TS', '+2', 'found'], action: 'correct stock' },
  'search synonyms add': { args: () => ['kurta, tunic'], action: 'add synonyms' },
  'search synonyms remove': { args: () => ['kurta, tunic'], action: 'remove synonyms' },
  'coupons add': { args: () => ['DIWALI', '--percent', '10'], action: 'add coupon' },
  'coupons drop': { args: () => ['DIWALI'], action: 'drop coupon' },
  'reviews hide': { args: ({ review }) => [review], action: 'hide review' },
  'reviews show': { args: ({ review }) => [review], action: 'show review' },
  'tickets show': { args: ({ ticket }) => [ticket], action: 'read ticket' },
  'tickets reply': { args: ({ ticket }) => [ticket, 'It is on its way.'], action: 'answer ticket' },
  'tickets close': { args: ({ ticket }) => [ticket], action: 'close ticket' },
  'messages list': { args: () => [], action: 'read contact messages' },
  'newsletter export': { args: ({ dataDir }) => [join(dataDir, 'list.csv')], action: 'export subscribers' },
  'orders show': { args: () => ['O1'], action: 'read order' },
  'orders confirm': { args: () => ['O2', '--yes'], action: 'order confirmed' },
  'orders move': { args: () => ['O1', 'processing', '--yes'], action: 'order processing' },
  'admin invite': { args: () => ['packer@shop.example', '--role', 'packer'], action: 'invite staff' },
};

test('every command is listed in this file', async () => {
  const names = (await shopCommands()).flatMap((command) => leafNames(command));
  const listedNames = [...READ_ONLY, ...TESTED_ELSEWHERE, ...Object.keys(RECORDED)];
  expect(names.toSorted()).toEqual(listedNames.toSorted());
});

test('a command that changes data or shows customers’ data adds an audit log entry with its author', async () => {
  const { db, dataDir, run } = await commandFixture(...(await shopCommands()));
  await saveCatalogueBatch(db, [{ type: 'category', slug: 'women', name: 'Women' }], new Map());
  await stockGoods(db);
  await insertOrder(db, 'o1', { number: 'O1' });
  await insertOrder(db, 'o2', { number: 'O2' });
  await awaitConfirmation(db, 'o2');
  const { rowIds } = await addRowOwner(db);
  await db.write.updateTable('ticket').set({ number: 'T-1' }).execute();
  const preparedShop = { dataDir, ticket: 'T-1', review: rowIds.review };
  for (const [name, { args, action }] of Object.entries(RECORDED)) {
    const newestEntry = await db.write.selectFrom('audit_entry').select('id').orderBy('id', 'desc').executeTakeFirst();
    await run(...name.split(' '), ...args(preparedShop));
    const entries = await db.write
      .selectFrom('audit_entry')
      .select(['action', 'actor_kind', 'actor_name'])
      .where('id', '>', newestEntry?.id ?? 0)
      .execute();
    expect([name, entries]).toEqual([
      name,
      expect.arrayContaining([{ action, actor_kind: 'cli', actor_name: 'Command line' }]),
    ]);
  }
});

function goodsFile(dataDir: string): string {
  const path = join(dataDir, 'goods.jsonl');
  const variants = [{ values: { size: 'M' }, price: 900, quantity: 3, hsn: '6206' }];
  const details = { name: 'New kurta', categories: ['women'], content: 'Soft.', sell_unit: 'piece' };
  const record = {
    type: 'product',
    slug: 'new-kurta',
    ...details,
    created_at: '2026-01-05',
    options: ['size'],
    variants,
  };
  writeFileSync(path, `${JSON.stringify(record)}\n`);
  return path;
}

function leafNames(command: CommandUnknownOpts, path = ''): string[] {
  const name = `${path}${command.name()}`;
  return command.commands.length === 0 ? [name] : command.commands.flatMap((child) => leafNames(child, `${name} `));
}
