import type { Insertable } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

const NO_TAX = JSON.stringify({ rateBp: 0, taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 });

interface OrderOverrides extends Partial<Omit<OrderRow, 'id' | 'address_json'>> {
  address?: Partial<OrderAddress>;
  skus?: readonly string[];
}

/** Inserts the rows of an order, with one line for each SKU, for tests that read many orders. */
export async function insertOrder(
  db: Pick<ShopDatabase, 'write'>,
  id: string,
  { address = {}, skus = ['SKU-1'], total_paise = 100_000, ...columns }: OrderOverrides = {},
): Promise<void> {
  const { number = id, created_at = 0 } = columns;
  await db.write
    .insertInto('orders')
    .values({
      ...{ id, number, customer_id: null, email: 'buyer@example.in', mailbox: null, mobile: '9000000000' },
      ...{ order_status: 'placed', payment_status: 'cod', payment_method: 'cod', subtotal_paise: total_paise },
      ...{ discount_paise: 0, delivery_paise: 0, tax_paise: 0, total_paise, delivery_tax_json: NO_TAX },
      ...{ coupon_code: null, note: null, hold_until: null, stock_held: 0, carrier: null, tracking_number: null },
      ...{ tracking_url: null, invoice_number: null, invoice_at: null, created_at, updated_at: created_at },
      ...{ paid_at: null, delivered_at: null },
      address_json: JSON.stringify({
        ...{ name: 'Test Buyer', house: '1', street: 'Street', landmark: '', city: 'Pune', state: 'Maharashtra' },
        ...{ pincode: '411001', mobile: '9000000000' },
        ...address,
      }),
      ...columns,
    } as Insertable<OrderRow>)
    .execute();
  const lines = skus.map(
    (sku, position): Insertable<OrderLineTable> => ({
      ...{ order_id: id, position, product_id: 1, variant_id: 1, slug: 'kurta', name: 'Kurta', variant: 'M', sku },
      ...{ hsn: null, sell_unit: 'piece', quantity: 1, taken: 1, pre_order_at: null, picture_hash: null, color: null },
      ...{
        bolt_position: null,
        price_paise: 100_000,
        subtotal_paise: 100_000,
        discount_paise: 0,
        prepaid_discount_paise: 0,
        tax_rate_bp: 500,
      },
      ...{ taxable_paise: 95_238, cgst_paise: 0, sgst_paise: 0, igst_paise: 4_762, total_paise: 100_000 },
    }),
  );
  await db.write.insertInto('order_line').values(lines).execute();
}
