import { sql } from 'kysely';
import type { ItemRef } from '#lib/admin/inbox/bulk/inbox-bulk-action.schema.ts';
import type { InboxKind } from '#lib/admin/inbox/inbox.ts';
import { closeMessage } from '#lib/customers/contact/contact-admin.server.ts';
import { markReviewSeen } from '#lib/customers/reviews/write-reviews.server.ts';
import { closeTicket } from '#lib/customers/support/ticket-admin.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export type InboxShop = Pick<Shop, 'db' | 'now' | 'settings'>;

export interface ClosableItem extends ItemRef {
  version: number;
  isOpen: boolean;
  /** The reason why the item can't be closed; undefined if it can be closed or marked as seen. */
  refusal: string | undefined;
}

interface ItemHandler {
  read(db: ShopDatabase['write'], ids: readonly string[]): Promise<Omit<ClosableItem, 'kind'>[]>;
  /**
   * Closes an item. `inTransaction` runs in the same transaction. Throws `not_found` for a deleted item, or `conflict`
   * for an outdated version or an exchange.
   */
  close(shop: InboxShop, id: string, version: number, inTransaction: (tx: Tx) => Promise<void>): Promise<void>;
}

export const DELETED_MESSAGE = 'It was deleted.';
const CLOSED_MESSAGE = 'It is closed already.';
const EXCHANGE_MESSAGE = 'An exchange is decided on its own page.';

const COLUMNS = ['id', 'state', 'updated_at as version'] as const;

/** The functions that read and close the items of each kind. Exchanges are never closed in bulk. */
export const ITEM_HANDLERS: Readonly<Record<InboxKind, ItemHandler>> = {
  ticket: {
    async read(db, ids) {
      const tickets = db.selectFrom('ticket').select(COLUMNS).where('id', 'in', ids);
      return (await tickets.execute()).map(({ id, state, version }) => ({
        ...{ id, version, isOpen: state === 'open' },
        refusal: state === 'closed' ? CLOSED_MESSAGE : undefined,
      }));
    },
    async close(shop, id, version, inTransaction) {
      const query = shop.db.write.selectFrom('ticket').select('number').where('id', '=', id);
      const ticket = await query.executeTakeFirst();
      if (!ticket) throw new ShopError('not_found', DELETED_MESSAGE);
      await closeTicket(shop, ticket.number, version, inTransaction);
    },
  },
  message: {
    async read(db, ids) {
      const messages = db.selectFrom('contact_message').select(COLUMNS).where('id', 'in', ids);
      return (await messages.execute()).map(({ id, state, version }) => ({
        ...{ id, version, isOpen: state === 'new' },
        refusal: { new: undefined, answered: 'It was answered.', closed: CLOSED_MESSAGE }[state],
      }));
    },
    close: (shop, id, version, inTransaction) => closeMessage(shop, { id, version }, inTransaction),
  },
  review: {
    async read(db, ids) {
      const versionColumn = sql<number>`coalesce(updated_at, created_at)`.as('version');
      const reviews = db.selectFrom('review').select(['id', 'unseen', versionColumn]).where('id', 'in', ids);
      return (await reviews.execute()).map(({ id, unseen, version }) => ({
        ...{ id, version, isOpen: unseen === 1 },
        refusal: unseen === 1 ? undefined : 'It was seen already.',
      }));
    },
    close: markReviewSeen,
  },
  exchange: {
    async read(db, ids) {
      const exchanges = db.selectFrom('exchange').select(COLUMNS).where('id', 'in', ids);
      return (await exchanges.execute()).map(({ id, state, version }) => ({
        ...{ id, version, isOpen: state === 'requested', refusal: EXCHANGE_MESSAGE },
      }));
    },
    close: () => Promise.reject(new ShopError('conflict', EXCHANGE_MESSAGE)),
  },
};
