/** A row for the coupon table: a coupon for free delivery that can be used once. */
export const ONE_USE_COUPON = {
  code: 'ALL',
  kind: 'free_delivery' as 'free_delivery' | 'fixed' | 'percent',
  value: 0,
  minimum_paise: 0,
  starts_at: null,
  ends_at: null,
  uses_left: 1,
  per_customer: null,
  active: 1,
  created_at: 1,
};
