import { logOut } from '#lib/customers/auth/log-in-out.server.ts';
import { requestRegistration, verifyCode } from '#lib/customers/auth/login.server.ts';
import { markReviewSeen, setReviewHidden } from '#lib/customers/reviews/write-reviews.server.ts';
import { addToWishlist } from '#lib/customers/wishlist/wishlist.server.ts';
import { asDemoOwner } from '#lib/operations/demo-history/demo-staff.server.ts';
import { readMailedCode } from '#lib/operations/demo-history/history-mails.server.ts';
import {
  HISTORY_DAYS,
  type HistoryStep,
  idOf,
  type StepContext,
  type TimeOf,
} from '#lib/operations/demo-history/history-step.ts';
import {
  CUSTOMER_NAMES,
  type CustomerName,
  DEMO_CUSTOMERS,
  GIFT_ADDRESS,
} from '#lib/operations/demo-history/people.ts';
import { UNKNOWN_NETWORKS } from '#lib/platform/http/network/network.ts';
import { seededRandom } from '#lib/primitives/seeded-random.ts';
import { createAddress } from '#lib/sales/address/address.server.ts';

/** The name of the sixth order’s review: orders are numbered from 0. The owner hides this review as an example. */
const HIDDEN_REVIEW = 'review 5';
const WISHLIST_SIZE = 4;

/** Returns steps that create accounts with addresses and wishlists, and steps in which the owner moderates reviews. */
export function customerSteps(timeOf: TimeOf): HistoryStep[] {
  return [
    ...CUSTOMER_NAMES.flatMap((name, index) => [
      { at: timeOf(HISTORY_DAYS, 9 + index), run: (context: StepContext) => register(context, name) },
      { at: timeOf(HISTORY_DAYS, 9.2 + index), run: (context: StepContext) => saveAddress(context, name) },
      { at: timeOf(20 - 5 * index, 20.5), run: (context: StepContext) => fillWishlist(context, name, index) },
    ]),
    { at: timeOf(19, 10.5), run: saveGiftAddress },
    { at: timeOf(5, 9.5), run: hideOneReview },
    { at: timeOf(5, 9.6), run: markReviewsSeen },
  ];
}

async function register(context: StepContext, customerName: CustomerName): Promise<void> {
  const { shop, ids } = context;
  const { email, name, mobile } = DEMO_CUSTOMERS[customerName];
  const browser = { networks: UNKNOWN_NETWORKS, device: 'Chrome on Android' };
  const challengeToken = await requestRegistration(shop, { email, name, mobile }, browser);
  const otp = await readMailedCode(shop.db, email);
  const { customer, sessionToken } = await verifyCode(shop, { email, otp }, { ...browser, challengeToken });
  await logOut(shop, sessionToken, false);
  ids.set(customerName, customer.id);
}

async function saveAddress(context: StepContext, name: CustomerName): Promise<void> {
  await createAddress(context.shop, { ...DEMO_CUSTOMERS[name].address, isDefault: true }, idOf(context, name));
}

async function saveGiftAddress(context: StepContext): Promise<void> {
  await createAddress(context.shop, { ...GIFT_ADDRESS, isDefault: false }, idOf(context, 'asha'));
}

async function fillWishlist(context: StepContext, name: CustomerName, index: number): Promise<void> {
  const random = seededRandom(2_001 + index);
  const customerId = idOf(context, name);
  for (let count = 0; count < WISHLIST_SIZE; count += 1)
    await addToWishlist(context.shop, customerId, random.pick(context.variants).slug);
}

/** Marks the existing reviews as seen. Later reviews remain unseen in the inbox. */
async function markReviewsSeen({ shop }: StepContext): Promise<void> {
  const query = shop.db.write.selectFrom('review').select(['id', 'created_at', 'updated_at']);
  for (const { id, created_at, updated_at } of await query.where('unseen', '=', 1).execute())
    await asDemoOwner(() => markReviewSeen(shop, id, updated_at ?? created_at));
}

async function hideOneReview(context: StepContext): Promise<void> {
  await asDemoOwner(() => setReviewHidden(context.shop, idOf(context, HIDDEN_REVIEW), true));
}
