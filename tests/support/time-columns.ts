/** Matches the names of columns with the times of past events, for which no job waits. */
export const PAST_TIMES =
  /^(created|updated|used|sent|gave_up|failed|paid|packed|scanned|cash_remitted|shipped|delivered|invoice|note|added|told|ended|deleted|uploaded|settled|started)_at$|^at$/;

/** Columns with dates that the owner enters. */
export const OWNERS_DATES = [
  'coupon.starts_at',
  'coupon.ends_at',
  'scheduled_sale.due_at',
  'scheduled_sale.starts_at',
  'scheduled_sale.ends_at',
  'variant.pre_order_at',
  'order_line.pre_order_at',
];
