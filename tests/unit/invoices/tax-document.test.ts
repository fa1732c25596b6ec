import { describe, expect, test } from 'vitest';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { documentLinks, documentName } from '#lib/sales/invoices/document-links.server.ts';
import { creditNoteOf, invoiceOf } from '#lib/sales/invoices/invoice.ts';
import { taxTable } from '#lib/sales/invoices/tax-document.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { OrderCredit } from '#lib/sales/orders/record/order-amounts.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';
import { HOME } from '#support/order-fixture.ts';

const DAY = Date.parse('2026-11-21T12:00:00+05:30');
const LATER_TIME = Date.parse('2026-11-23T12:00:00+05:30');

const SELLER = {
  name: 'Taana',
  legalName: 'Taana Weaves LLP',
  address: { address: 'Ranigunj, Hyderabad', email: 'hello@taana.example', mobile: '9876543210' },
  state: { name: 'Telangana' },
  gstin: '36ABCDE1234F1Z5',
} as ShopSettings;
const ADDRESS = { ...HOME, mobile: '9876500000' };
/** Delivery of ₹118, which includes a fee of ₹59 for cash on delivery, at 18 %. */
const DELIVERY = { rateBp: 1_800, taxablePaise: 10_000, cgstPaise: 900, sgstPaise: 900, igstPaise: 0 };

/** Three scarves at ₹105 with a discount of ₹5, and 2.5 m of cloth at ₹100, at 5 %. */
const SCARF = {
  position: 0,
  name: 'Scarf',
  variant: 'Red',
  sku: 'S',
  hsn: '6214',
  sell_unit: 'piece',
  quantity: 3,
  price_paise: 10_500,
  pre_order_at: null,
  tax_rate_bp: 500,
  taxable_paise: 29_524,
  cgst_paise: 738,
  sgst_paise: 738,
  igst_paise: 0,
} as OrderLineTable;
const CLOTH = {
  ...SCARF,
  position: 1,
  name: 'Cloth',
  variant: '',
  hsn: null,
  sell_unit: 'metre',
  quantity: 250,
  price_paise: 10_000,
  pre_order_at: LATER_TIME,
  taxable_paise: 23_810,
  cgst_paise: 595,
  sgst_paise: 595,
} as OrderLineTable;
const ORDER = {
  id: 'o1',
  number: 'TA-2026-000001',
  created_at: DAY,
  invoice_at: LATER_TIME,
  invoice_number: 'IN/26-27/000001',
  order_status: 'shipped',
  payment_status: 'cod',
  payment_method: 'cod',
  total_paise: 67_800,
  delivery_paise: 11_800,
  cod_fee_paise: 5_900,
  gift_wrap_paise: 0,
  tax_scheme: 'regular',
  address_json: JSON.stringify(ADDRESS),
  prepaid_discount_paise: 0,
  advance_paise: 0,
  advance_paid: 0,
  delivery_tax_json: JSON.stringify(DELIVERY),
} as OrderRow;
const NO_DELIVERY = { rateBp: 1_800, taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };

const credit = (change: Partial<OrderCredit> = {}, line: object = {}) =>
  ({
    kind: 'returned',
    reason: null,
    total_paise: 10_333,
    delivery_tax_json: JSON.stringify(NO_DELIVERY),
    note_number: 'CN/1',
    note_at: LATER_TIME,
    created_at: DAY,
    lines: [
      {
        position: 0,
        quantity: 1,
        total_paise: 10_333,
        taxable_paise: 9_841,
        cgst_paise: 246,
        sgst_paise: 246,
        igst_paise: 0,
        ...line,
      },
    ],
    ...change,
  }) as unknown as OrderCredit;
const invoice = (order: Partial<OrderRow> = {}, seller: Partial<ShopSettings> = {}, credits: OrderCredit[] = []) =>
  invoiceOf({ ...ORDER, ...order }, [SCARF, CLOTH], credits, { ...SELLER, ...seller });

describe('a tax invoice', () => {
  test('states the seller, the buyer, the items and the tax', () => {
    const { rows, ...head } = invoice();
    expect(head).toEqual({
      title: 'Tax invoice',
      number: 'IN/26-27/000001',
      date: '23 Nov 2026',
      scheme: 'regular',
      remark: '',
      details: [
        ['Invoice date', '23 Nov 2026'],
        ['Order', 'TA-2026-000001 of 21 Nov 2026'],
        ['Place of supply', 'Telangana (36)'],
        ['Payment', 'Cash on delivery'],
        ['Tax payable on reverse charge', 'No'],
      ],
      seller: [
        'Taana',
        'Taana Weaves LLP',
        'Ranigunj, Hyderabad',
        'State: Telangana (36)',
        'GSTIN 36ABCDE1234F1Z5',
        'hello@taana.example',
      ],
      buyer: [
        'Asha Rao',
        '5-4-86, Karkhana Lane',
        'Hyderabad, Telangana 500003',
        'State: Telangana (36)',
        '+91 9876500000',
      ],
      sum: { discount: '5.00', taxable: '633.34', cgst: '22.33', sgst: '22.33', igst: '0.00', total: '678.00' },
      isSplitTax: true,
      totalLabel: 'Total',
      amountInWords: 'Rupees six hundred seventy-eight only',
      notes: [
        'Amounts are in rupees. Unit prices include GST.',
        'This is a computer-generated document and needs no signature.',
      ],
    });
    const rowText = ({
      description,
      subLines,
      hsn,
      quantity,
      unitPrice,
      discount,
      taxable,
      rate,
      cgst,
      sgst,
      total,
    }: (typeof rows)[number]) =>
      [description, subLines.join(' '), hsn, quantity, unitPrice, discount, taxable, rate, cgst, sgst, total].join(
        ' | ',
      );
    expect(rows.map(rowText)).toEqual([
      'Scarf | Red | 6214 | 3 NOS | 105.00 | 5.00 | 295.24 | 5 % | 7.38 | 7.38 | 310.00',
      'Cloth | Pre-order, ships from 23 Nov 2026 |  | 2.5 MTR | 100.00 | 0.00 | 238.10 | 5 % | 5.95 | 5.95 | 250.00',
      expect.stringMatching(
        /^Delivery \| {2}\| 9968\d* \| 1 \| 59\.00 \| 0\.00 \| 50\.00 \| 18 % \| 4\.50 \| 4\.50 \| 59\.00$/,
      ),
      expect.stringMatching(
        /^Fee for cash on delivery \| {2}\| 9968\d* \| 1 \| 59\.00 \| 0\.00 \| 50\.00 \| 18 % \| 4\.50 \| 4\.50 \| 59\.00$/,
      ),
    ]);
  });

  test('has a row for gift wrap, which is taxed as a part of the delivery', () => {
    const { rows } = invoice({ gift_wrap_paise: 2_950 });
    expect(rows.slice(2).map(({ description, hsn, total }) => [description, hsn, total])).toEqual([
      ['Delivery', '996812', '29.50'],
      ['Gift wrap', '996812', '29.50'],
      ['Fee for cash on delivery', '996812', '59.00'],
    ]);
  });

  test('has no row for a free delivery or an absent fee', () => {
    expect(invoice({ cod_fee_paise: 0 }).rows.map(({ description }) => description)).toEqual([
      'Scarf',
      'Cloth',
      'Delivery',
    ]);
    const freeDelivery = { delivery_tax_json: JSON.stringify(NO_DELIVERY), cod_fee_paise: 0 };
    expect(invoice(freeDelivery).rows.map(({ description }) => description)).toEqual(['Scarf', 'Cloth']);
  });

  test('leaves out items credited before shipping, and keeps items credited later', () => {
    const allScarves = { quantity: 3, taxable_paise: 29_524, cgst_paise: 738, sgst_paise: 738 };
    const creditBeforeShipping = credit({ note_number: null }, allScarves);
    expect(invoice({}, {}, [creditBeforeShipping]).rows.map(({ description }) => description)).not.toContain('Scarf');
    expect(invoice({}, {}, [credit({}, allScarves)]).rows.map(({ description }) => description)).toContain('Scarf');
    const oneScarf = credit({ note_number: null });
    expect(invoice({}, {}, [oneScarf]).rows[0]).toMatchObject({ quantity: '2 NOS', total: '206.67' });
  });

  test('has the date of the order until the invoice has a number', () => {
    const { date, number } = invoice({ invoice_at: null, invoice_number: null });
    expect([date, number]).toEqual(['21 Nov 2026', '']);
  });

  test('for a cancelled order still has the total of the shipped items', () =>
    expect(invoice({ order_status: 'cancelled' }).sum.total).toBe('678.00'));

  test('without tax amounts is for split tax if the buyer’s state is that of the shop', () => {
    const lineWithoutTax = (line: OrderLineTable) => ({ ...line, cgst_paise: 0, sgst_paise: 0 });
    const isSplitFor = (state: string) =>
      invoiceOf(
        {
          ...ORDER,
          delivery_tax_json: JSON.stringify(NO_DELIVERY),
          address_json: JSON.stringify({ ...ADDRESS, state }),
        },
        [lineWithoutTax(SCARF)],
        [],
        SELLER,
      ).isSplitTax;
    expect([isSplitFor('Telangana'), isSplitFor('Goa')]).toEqual([true, false]);
  });
});

describe('the table in a document', () => {
  test('has CGST and SGST within the state', () => {
    const { headings, rows, foot } = taxTable(invoice());
    expect(headings).toEqual([
      'Goods',
      'HSN / SAC',
      'Quantity',
      'Unit price',
      'Discount',
      'Taxable value',
      'CGST',
      'SGST',
      'Total',
    ]);
    expect(rows[0]).toEqual([
      { text: 'Scarf', subLines: ['Red'] },
      { text: '6214' },
      { text: '3 NOS' },
      { text: '105.00' },
      { text: '5.00' },
      { text: '295.24' },
      { text: '7.38', subLines: ['2.5 %'], isTax: true },
      { text: '7.38', subLines: ['2.5 %'], isTax: true },
      { text: '310.00' },
    ]);
    expect(foot).toEqual(['Total', '', '', '', '5.00', '633.34', '22.33', '22.33', '678.00']);
  });

  test('has IGST for another state, according to the taxes of the order', () => {
    const igst = (line: OrderLineTable) => ({ ...line, cgst_paise: 0, sgst_paise: 0, igst_paise: line.cgst_paise * 2 });
    const order = {
      ...ORDER,
      address_json: JSON.stringify({ ...ADDRESS, state: 'Goa' }),
      delivery_tax_json: JSON.stringify({ ...DELIVERY, cgstPaise: 0, sgstPaise: 0, igstPaise: 1_800 }),
    };
    const document = invoiceOf(order, [igst(SCARF), igst(CLOTH)], [], SELLER);
    expect(document.isSplitTax).toBe(false);
    const { headings, rows, foot } = taxTable(document);
    expect(headings.slice(6)).toEqual(['IGST', 'Total']);
    expect(rows[0]?.slice(6)).toEqual([{ text: '14.76', subLines: ['5 %'], isTax: true }, { text: '310.00' }]);
    expect(foot.slice(5)).toEqual(['633.34', '44.66', '678.00']);
    // An invoice does not change if the shop later moves to another state.
    expect(invoice({}, { state: { name: 'Goa' } } as Partial<ShopSettings>).isSplitTax).toBe(true);
  });

  test('has no tax columns if the shop collects no tax, and no HSN codes if it is unregistered', () => {
    const compositionTable = taxTable(invoice({ tax_scheme: 'composition' }));
    expect(compositionTable.headings).toEqual(['Goods', 'HSN / SAC', 'Quantity', 'Unit price', 'Discount', 'Total']);
    expect(compositionTable.rows[0]?.map(({ text }) => text)).toEqual([
      'Scarf',
      '6214',
      '3 NOS',
      '105.00',
      '5.00',
      '310.00',
    ]);
    expect(compositionTable.foot).toEqual(['Total', '', '', '', '5.00', '678.00']);
    const unregisteredTable = taxTable(invoice({ tax_scheme: 'unregistered' }));
    expect(unregisteredTable.headings).toEqual(['Goods', 'Quantity', 'Unit price', 'Discount', 'Total']);
    expect(unregisteredTable.rows[1]?.[0]).toEqual({ text: 'Cloth', subLines: ['Pre-order, ships from 23 Nov 2026'] });
    expect(unregisteredTable.foot).toEqual(['Total', '', '', '5.00', '678.00']);
  });
});

describe('a bill of supply', () => {
  test('of a composition dealer has the legal notice and the GSTIN', () => {
    const bill = invoice({ tax_scheme: 'composition' });
    expect(bill).toMatchObject({
      title: 'Bill of supply',
      remark: 'composition taxable person, not eligible to collect tax on supplies',
      notes: ['Amounts are in rupees.', expect.any(String)],
    });
    expect(bill.details.map(([label]) => label)).toEqual(['Date', 'Order', 'Payment']);
    expect(bill.seller).toContain('GSTIN 36ABCDE1234F1Z5');
    expect(documentName({ tax_scheme: 'composition' })).toBe('Bill of supply');
    expect(documentName({ tax_scheme: 'regular' })).toBe('Invoice');
  });

  test('of an unregistered shop states this, and has no GSTIN', () => {
    const bill = invoice({ tax_scheme: 'unregistered' });
    expect(bill.remark).toBe('The seller is not registered under GST, and charges no tax.');
    expect(bill.seller.join()).not.toContain('GSTIN');
    expect(invoice({}, { gstin: '', legalName: '' }).seller).toEqual([
      'Taana',
      'Ranigunj, Hyderabad',
      'State: Telangana (36)',
      'hello@taana.example',
    ]);
  });
});

describe('a credit note', () => {
  const note = (change?: Partial<OrderCredit>, line?: object, order: Partial<OrderRow> = {}) =>
    creditNoteOf({ ...ORDER, ...order }, [SCARF, CLOTH], credit(change, line), SELLER);

  test('states the invoice and the reason, and credits items at their price', () => {
    const document = note({ reason: 'Too short' });
    expect(document).toMatchObject({
      title: 'Credit note',
      number: 'CN/1',
      date: '23 Nov 2026',
      totalLabel: 'Credited',
    });
    expect(document.details.slice(0, 3)).toEqual([
      ['Credit note date', '23 Nov 2026'],
      ['Against tax invoice', 'IN/26-27/000001 of 23 Nov 2026'],
      ['Reason', 'Returned: Too short'],
    ]);
    expect(document.rows).toHaveLength(1);
    expect(document.rows[0]).toMatchObject({
      description: 'Scarf',
      quantity: '1 NOS',
      unitPrice: '105.00',
      discount: '1.67',
      total: '103.33',
    });
    expect(note().details[2]).toEqual(['Reason', 'Returned']);
    expect(note({}, {}, { tax_scheme: 'composition' }).details[1]?.[0]).toBe('Against bill of supply');
  });

  test('only for an amount has no quantity and no unit price', () => {
    const [row] = note(
      {},
      { quantity: 0, total_paise: 1_000, taxable_paise: 952, cgst_paise: 24, sgst_paise: 24 },
    ).rows;
    expect(row).toMatchObject({ quantity: '', unitPrice: '', discount: '0.00', total: '10.00' });
  });

  test('for cloth states the quantity in metres, and never has a negative discount', () => {
    const [row] = note(
      {},
      { position: 1, quantity: 150, total_paise: 15_001, taxable_paise: 14_287, cgst_paise: 357, sgst_paise: 357 },
    ).rows;
    expect(row).toMatchObject({ description: 'Cloth', quantity: '1.5 MTR', discount: '0.00', total: '150.01' });
    expect(note({}, { position: 9 }).rows).toEqual([]);
  });

  test('refunds the fee for cash on delivery only with the full delivery charge', () => {
    const rows = (delivery: object) =>
      note({ delivery_tax_json: JSON.stringify(delivery) })
        .rows.slice(1)
        .map(({ description, total }) => [description, total]);
    expect(rows(DELIVERY)).toEqual([
      ['Delivery', '59.00'],
      ['Fee for cash on delivery', '59.00'],
    ]);
    expect(rows({ ...DELIVERY, taxablePaise: 5_000, cgstPaise: 450, sgstPaise: 450 })).toEqual([['Delivery', '59.00']]);
  });

  test('has the date of the credit if it has no date of its own', () =>
    expect(note({ note_at: null }).date).toBe('21 Nov 2026'));
});

describe('the links in a document', () => {
  const credits = [credit(), credit({ note_number: null }), credit({ note_number: 'CN/2' })];
  const links = (document: Parameters<typeof documentLinks>[2], viewer: object = { token: 't&1' }) =>
    documentLinks('o1', viewer, document, credits).map(({ label, href }) => `${label}: ${href}`);

  test('in an invoice lead to the order, the PDF and its credit notes', () =>
    expect(links(invoice())).toEqual([
      'Back to the order: /orders/track/t&1',
      'Download as PDF: /public/orders/invoice/o1?token=t%261&format=pdf',
      'Credit note CN/1: /public/orders/credit-note/o1?token=t%261&number=CN%2F1',
      'Credit note CN/2: /public/orders/credit-note/o1?token=t%261&number=CN%2F2',
    ]));

  test('in a credit note lead to the PDF, the invoice and the other notes, without a token for a customer', () => {
    const document = creditNoteOf(ORDER, [SCARF], credit(), SELLER);
    expect(links(document, { customerId: 'c1' }).slice(1)).toEqual([
      'Download as PDF: /public/orders/credit-note/o1?number=CN%2F1&format=pdf',
      'Tax invoice: /public/orders/invoice/o1',
      'Credit note CN/2: /public/orders/credit-note/o1?number=CN%2F2',
    ]);
  });
});
