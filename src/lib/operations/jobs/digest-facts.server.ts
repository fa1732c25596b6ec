import { sql } from 'kysely';
import { type SearchMiss, searchMisses } from '#lib/catalog/search/search-misses.server.ts';
import { openBackupStore } from '#lib/operations/backup/open-backup-store.server.ts';
import { ageOfNewest } from '#lib/operations/backup/scheduled-backup.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { countStuck } from '#lib/platform/mail/mail-admin.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { indianMidnight } from '#lib/primitives/indian-time.ts';
import { CM_IN_A_METRE } from '#lib/primitives/metres.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

const SOLD_WITHIN_MS = 30 * DAY_MS;
const MAX_ITEMS = 200;
const MAX_SEARCHES = 10;
/** Counted in UTC days: the Indian night spans two of them. */
const SEARCH_DAYS = 2;

export interface LowStockItem {
  name: string;
  variant: string;
  sellUnit: 'piece' | 'metre';
  quantity: number;
}

export interface DigestFacts {
  at: number;
  yesterday: { orders: number; paise: number };
  toShip: number;
  refunds: { count: number; paise: number };
  tickets: number;
  exchanges: number;
  /** Of what was sold within 30 days, the max sold first. */
  lowStock: LowStockItem[];
  soldOut: LowStockItem[];
  searches: SearchMiss[];
  stuckMails: number;
  /** Infinity when there is none; undefined when the shop makes none. */
  backupAgeMs: number | undefined;
}

export async function digestFacts({ db, settings, now }: Pick<Shop, 'db' | 'settings' | 'now'>): Promise<DigestFacts> {
  const at = now();
  const goods = await lowStockItems(db, at);
  const { givenUp, late } = await countStuck(db, at);
  return {
    at,
    yesterday: await ordersOf(db, indianMidnight(at) - DAY_MS, indianMidnight(at)),
    ...(await openTasks(db)),
    lowStock: goods.filter(({ quantity }) => quantity > 0),
    soldOut: goods.filter(({ quantity }) => quantity === 0),
    searches: await searchMisses(db, SEARCH_DAYS, at, MAX_SEARCHES),
    stuckMails: givenUp + late,
    backupAgeMs: await backupAge(settings, at),
  };
}

async function backupAge(settings: Shop['settings'], at: number): Promise<number | undefined> {
  const { dir } = settings.backups;
  if (dir === undefined) return undefined;
  // A place that can't be read has no backup that would help.
  return ageOfNewest(openBackupStore(settings, dir), at).catch(() => Number.POSITIVE_INFINITY);
}

async function ordersOf({ read }: ShopDatabase, from: number, to: number) {
  const { orders, paise } = await read
    .selectFrom('orders')
    .select((of) => [of.fn.countAll<number>().as('orders'), of.fn.sum<number | null>('total_paise').as('paise')])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('order_status', 'not in', ['pending', 'cancelled'])
    .executeTakeFirstOrThrow();
  return { orders: Number(orders), paise: Number(paise ?? 0) };
}

async function openTasks({ read }: ShopDatabase) {
  const found = await read
    .selectNoFrom((of) => {
      const count = of.fn.countAll<number>().as('n');
      const due = of.selectFrom('refund').where('state', '=', 'due');
      const toShip = of.selectFrom('orders').where('order_status', 'in', ['placed', 'processing']);
      const exchanges = of.selectFrom('exchange').where('state', 'in', ['requested', 'received']);
      return [
        toShip.select(count).as('toShip'),
        due.select(count).as('refunds'),
        due.select((sum) => sum.fn.sum<number | null>('amount_paise').as('sum')).as('refundsPaise'),
        of.selectFrom('ticket').where('state', '=', 'open').select(count).as('tickets'),
        exchanges.where('shipped_at', 'is', null).select(count).as('exchanges'),
      ];
    })
    .executeTakeFirstOrThrow();
  return {
    toShip: Number(found.toShip),
    refunds: { count: Number(found.refunds), paise: Number(found.refundsPaise ?? 0) },
    tickets: Number(found.tickets),
    exchanges: Number(found.exchanges),
  };
}

/** Starts from the orders: a large catalogue has many products that nobody buys, and those need no restocking. */
async function lowStockItems(db: ShopDatabase, at: number): Promise<LowStockItem[]> {
  const { lowPieces, lowMetres } = shopSettings(db).ownerMails;
  const mark = sql<number>`case product.sell_unit when 'metre' then cast(${lowMetres * CM_IN_A_METRE} as bigint) else cast(${lowPieces} as bigint) end`;
  const rows = await db.read
    .selectFrom('orders')
    .innerJoin('order_line', 'order_line.order_id', 'orders.id')
    .innerJoin('variant', 'variant.id', 'order_line.variant_id')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['product.name as name', 'variant.name as variant', 'product.sell_unit as sellUnit'])
    .select(['variant.quantity', 'variant.id'])
    .where('orders.created_at', '>', at - SOLD_WITHIN_MS)
    .where('product.status', '=', 'active')
    .where('variant.pre_order_at', 'is', null)
    .where('variant.quantity', '<=', mark)
    .groupBy(['variant.id', 'product.name', 'variant.name', 'product.sell_unit', 'variant.quantity'])
    .orderBy((of) => of.fn.countAll(), 'desc')
    .orderBy('variant.id')
    .limit(MAX_ITEMS)
    .execute();
  return rows.map(({ id: _, ...row }) => row);
}
