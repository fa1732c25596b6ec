import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const UNLIMITED = { minimum_paise: 0, starts_at: null, ends_at: null, uses_left: null, per_customer: null, active: 1 };
const DEMO_COUPONS = [
  { ...UNLIMITED, code: 'WELCOME10', kind: 'percent' as const, value: 10, per_customer: 1 },
  { ...UNLIMITED, code: 'KHADI200', kind: 'fixed' as const, value: 20_000, minimum_paise: 199_900 },
  { ...UNLIMITED, code: 'FREESHIP', kind: 'free_delivery' as const, value: 0 },
];

export async function addDemoCoupons({ db, now }: { db: ShopDatabase; now(): number }): Promise<void> {
  await db.write
    .insertInto('coupon')
    .values(DEMO_COUPONS.map((coupon) => ({ ...coupon, created_at: now() })))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}
