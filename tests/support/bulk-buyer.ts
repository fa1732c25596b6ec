import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { type CartOwner, findOrCreateCart } from '#lib/sales/cart/cart-owner.server.ts';
import type { orderFixture } from './order-fixture.ts';

/** Creates products with one variant each, of which `pieces` pieces are in stock. */
export async function addManyProducts(db: ShopDatabase, products: number, pieces: number): Promise<void> {
  const records = Array.from(
    { length: products },
    (_, n): CatalogueRecord => ({
      type: 'product',
      slug: `goods-${n}`,
      name: `Goods ${n}`,
      categories: [],
      sell_unit: 'piece',
      created_at: '2026-01-01',
      variants: [{ sku: `G-${n}`, price: 300, quantity: pieces, hsn: '6214' }],
    }),
  );
  await saveCatalogueBatch(db, records, new Map());
}

/** Returns the number of variants in stock. */
export async function countVariantsInStock(db: ShopDatabase): Promise<number> {
  const rows = await db.write.selectFrom('variant').select('id').where('quantity', '>', 0).execute();
  return rows.length;
}

/** A buyer who orders the entire stock of as many variants as possible. */
export class BulkBuyer {
  readonly #db: ShopDatabase;
  readonly #fixture: ReturnType<typeof orderFixture>;
  orders = 0;
  refusals = 0;

  constructor(db: ShopDatabase, fixture: ReturnType<typeof orderFixture>) {
    this.#db = db;
    this.#fixture = fixture;
  }

  /**
   * Orders the entire stock of up to `lines` variants, without paying. The first `skip` variants in stock are left out.
   * Returns whether an order was placed.
   */
  async placeLargeOrder(lines: number, email: string, network: string, skip = 0): Promise<boolean> {
    const variants = await this.#db.write
      .selectFrom('variant')
      .select(['id', 'quantity'])
      .where('quantity', '>', 0)
      .orderBy('id')
      .limit(lines)
      .offset(skip)
      .execute();
    if (variants.length === 0) return false;
    const owner = await this.#createCart(variants);
    try {
      const contact = { email, mobile: '9876543210' };
      await this.#fixture.place({ ...owner, networks: networksOf(network) }, { payment: 'razorpay', contact });
      this.orders++;
      return true;
    } catch (error) {
      if (!isShopError(error)) throw error;
      this.refusals++;
      return false;
    }
  }

  async #createCart(variants: { id: number; quantity: number }[]): Promise<CartOwner> {
    const at = this.#fixture.clock.at;
    return transaction(this.#db, async (tx) => {
      const { cart, token } = await findOrCreateCart(tx, {}, at);
      const line = { cart_id: cart.id, price_paise: 30_000, added_at: at };
      const rows = variants.map(({ id, quantity }) => ({ ...line, id: newId(), variant_id: id, quantity }));
      await tx.insertInto('cart_line').values(rows).execute();
      return { token };
    });
  }

  /** Places large orders first, then smaller and smaller ones, each from a different mailbox and network. */
  async orderAsMuchAsPossible(network: (n: number) => string, email: (n: number) => string): Promise<void> {
    let n = 0;
    for (const lines of [92, 92, 92, 92, 92, 20, 10, 10, 5, 5, 1, 1, 1]) {
      n++;
      await this.placeLargeOrder(lines, email(n), network(n));
    }
  }
}
