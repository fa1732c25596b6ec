import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { keysetPage } from '#lib/platform/db/keyset-page.server.ts';
import type { Month } from '#lib/sales/money-reports/month.ts';

const NOTES_PER_PAGE = 50;

export type CreditNoteRow = Awaited<ReturnType<typeof listCreditNotes>>['rows'][number];

/** Reads a page of the credit notes of a month, the oldest first. */
export function listCreditNotes(
  { read }: Pick<ShopDatabase, 'read'>,
  { from, to }: Month,
  page: { after?: string; before?: string } = {},
) {
  const notes = read
    .selectFrom('order_credit')
    .where('note_at', '>=', from)
    .where('note_at', '<', to)
    .select(['id', 'note_number as number', 'note_at', 'kind', 'reason'])
    // The credited amount with tax, and the tax that it includes.
    .select(['total_paise as paise', 'tax_paise as taxPaise'])
    .select((eb) => {
      const orderOfCredit = eb.selectFrom('orders').whereRef('orders.id', '=', 'order_credit.order_id');
      return [
        'order_id as orderId',
        orderOfCredit.select('orders.number').$asScalar().$notNull().as('orderNumber'),
        orderOfCredit.select('orders.invoice_number').$asScalar().as('invoiceNumber'),
      ];
    });
  return keysetPage(notes, { sort: { column: 'note_at', direction: 'asc' }, size: NOTES_PER_PAGE, ...page });
}
