import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { TaxScheme } from '#lib/platform/db/tables/orders.ts';
import type { SellUnit } from '#lib/primitives/metres.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { DELIVERY_HSN } from '#lib/sales/cart/cart-totals.ts';
import {
  documentsOfPart,
  lineSums,
  linesOfPart,
  PART_SIGNS,
  PARTS,
  type Part,
  type SumColumns,
} from '#lib/sales/money-reports/documents-of-period.server.ts';
import type { Period } from '#lib/sales/money-reports/month.ts';
import type { Supply } from '#lib/sales/money-reports/supply.ts';
import { isSameState, type TaxParts } from '#lib/shop/money/tax.ts';
import { shopSettingsAt } from '#lib/shop/settings/shop-settings.server.ts';

/** Reads the amounts on the invoices and credit notes of a period, grouped by their common properties. */
export async function suppliesOf(db: ShopDatabase, period: Period): Promise<Supply[]> {
  const [seller, ...rows] = await Promise.all([
    shopSettingsAt(db, period.to - 1),
    ...PARTS.flatMap((part) => [goodsOf(db, part, period), deliveryOf(db, part, period)]),
  ]);
  return rows.flat().map(({ inter, address, business, ...row }) => {
    const state = row.state ?? stateIn(address);
    const isInterState = inter === null ? !isSameState(state, seller.state.name) : Number(inter) === 1;
    return { ...row, state, isInterState, isBusiness: Number(business) === 1 };
  });
}

interface PlaceAndBuyer {
  state: string | null;
  /** The address of an order whose state `indexOrders` has not stored yet. */
  address: string | null;
  /** 1 for a sale between states, 0 for a sale within one state, or null if no tax is charged. */
  inter: number | string | null;
  /** 1 if the buyer has a GSTIN, or 0 if not. */
  business: number | string;
}

type SupplyRow = PlaceAndBuyer & Omit<Supply, keyof PlaceAndBuyer | 'isInterState' | 'isBusiness'>;

const SCHEME_PLACE_AND_BUYER = sql`orders.tax_scheme as scheme,
  case when orders.searchable > 0 then orders.delivery_state end as state,
  case when orders.searchable = 0 or orders.delivery_state is null then orders.address_json end as address,
  case when orders.buyer_gstin is null then 0 else 1 end as business`;
const IS_INTER_STATE = sql`case when order_line.igst_paise > 0 then 1 when order_line.cgst_paise > 0 then 0 end`;

async function goodsOf({ engine, read }: ShopDatabase, part: Part, period: Period): Promise<SupplyRow[]> {
  type Row = PlaceAndBuyer & SumColumns & { scheme: TaxScheme; hsn: string | null; unit: SellUnit; rate: number };
  const { rows } = await sql<Row>`
    select ${SCHEME_PLACE_AND_BUYER}, ${IS_INTER_STATE} as inter, order_line.hsn as hsn, order_line.sell_unit as unit,
      order_line.tax_rate_bp as rate, ${lineSums(part)}
    ${linesOfPart(engine, part, period)} group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(read);
  return rows.map(({ hsn, rate, quantity, taxable, cgst, sgst, igst, ...row }) => ({
    ...row,
    ...documentAndSign(part),
    hsn: hsn ?? '',
    rateBp: rate,
    quantity: Number(quantity),
    tax: {
      taxablePaise: Number(taxable),
      cgstPaise: Number(cgst),
      sgstPaise: Number(sgst),
      igstPaise: Number(igst),
    },
  }));
}

/**
 * Reads the delivery charges, including those for cash on delivery and gift wrap, as shown on the documents. The rows
 * are grouped because most orders have one of a few delivery prices.
 */
async function deliveryOf({ read }: ShopDatabase, part: Part, period: Period): Promise<SupplyRow[]> {
  type Row = Omit<PlaceAndBuyer, 'inter'> & { scheme: TaxScheme; tax_json: string; times: number | string };
  const taxColumn = part === 'invoiced' ? sql`orders.delivery_tax_json` : sql`order_credit.delivery_tax_json`;
  const { rows } = await sql<Row>`
    select ${SCHEME_PLACE_AND_BUYER}, ${taxColumn} as tax_json, count(*) as times
    ${documentsOfPart(part, period)} group by 1, 2, 3, 4, 5`.execute(read);
  return rows.map(({ tax_json, times, ...row }) => {
    const { rateBp = 0, ...tax }: Partial<TaxParts> = JSON.parse(tax_json);
    const total = (paise = 0) => paise * Number(times);
    return {
      ...row,
      ...documentAndSign(part),
      hsn: DELIVERY_HSN,
      unit: undefined,
      rateBp,
      quantity: 0,
      inter: tax.igstPaise ? 1 : tax.cgstPaise ? 0 : null,
      tax: {
        taxablePaise: total(tax.taxablePaise),
        cgstPaise: total(tax.cgstPaise),
        sgstPaise: total(tax.sgstPaise),
        igstPaise: total(tax.igstPaise),
      },
    };
  });
}

function documentAndSign(part: Part) {
  return { document: part === 'creditNotes' ? ('note' as const) : ('invoice' as const), sign: PART_SIGNS[part] };
}

function stateIn(address: string | null): string {
  const { state = '' }: Partial<OrderAddress> = JSON.parse(address ?? '{}');
  return state;
}
