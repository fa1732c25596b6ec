import { atom, type ReadableAtom } from 'nanostores';
import type { Action } from '#islands/offline/actions.ts';
import { QUEUED_STATUS } from '#islands/offline/send-action.ts';
import { prepareAction } from '#islands/offline/send-or-queue.ts';
import { $visitor, changeVisitor } from '#islands/visitor/visitor.client.ts';
import { WISHLIST_MESSAGES } from '#lib/customers/wishlist/wishlist.ts';

const UNAUTHORIZED = 401;
type Messages = typeof WISHLIST_MESSAGES;
/** The products with a request in progress. Clicks on their buttons are ignored (product.md, "Wishlist"). */
const busyProducts = new Set<string>();

const removedEntries = atom<ReadonlySet<string>>(new Set());

export const $removedEntries: ReadableAtom<ReadonlySet<string>> = removedEntries;

export function markRemoved(entryId: string): void {
  removedEntries.set(new Set([...removedEntries.get(), entryId]));
  changeVisitor(({ wishlist }) => ({ wishlist: wishlist.filter((entry) => entry._id !== entryId) }));
}

export interface ToggleResult {
  isDone: boolean;
  needsLogin?: boolean;
  message: string;
}

/** Adds a product to the wishlist or removes it. Returns `undefined` if a request for the product is in progress. */
export async function toggleWishlist(
  product: string,
  name: string,
  messages: Messages,
): Promise<ToggleResult | undefined> {
  if (busyProducts.has(product)) return undefined;
  busyProducts.add(product);
  const isOnWishlist = $visitor.get().wishlist.some((entry) => entry.product === product);
  const result = await sendWish({ product, name, isWanted: !isOnWishlist }, messages);
  busyProducts.delete(product);
  return result;
}

export function removeFromWishlist(product: string, name: string): Promise<ToggleResult> {
  return sendWish({ product, name, isWanted: false }, WISHLIST_MESSAGES);
}

type Wish = Omit<Extract<Action, { kind: 'wish' }>, 'kind'>;

async function sendWish(wish: Wish, messages: Messages): Promise<ToggleResult> {
  const failure = { isDone: false, message: wish.isWanted ? messages.addFailed : messages.removeFailed };
  try {
    const { status, data, httpStatus, message } = await prepareAction<{ _id?: string }>({ kind: 'wish', ...wish })();
    if (httpStatus === UNAUTHORIZED && wish.isWanted)
      return { isDone: false, needsLogin: true, message: messages.loginToAdd };
    if (status !== 'success') return failure;
    updateVisitor(wish, data?._id);
    const doneMessage = wish.isWanted ? messages.added : messages.removed;
    return { isDone: true, message: httpStatus === QUEUED_STATUS ? message : doneMessage };
  } catch {
    return failure;
  }
}

/**
 * Updates the wishlist in `$visitor`. `entryId` is an empty string while the request that adds the product is queued.
 */
function updateVisitor({ product, isWanted }: Wish, entryId = ''): void {
  const entry = $visitor.get().wishlist.find((entry) => entry.product === product);
  if (!isWanted && entry) markRemoved(entry._id);
  changeVisitor(({ wishlist }) => {
    const otherEntries = wishlist.filter((entry) => entry.product !== product);
    return { wishlist: isWanted ? [{ _id: entryId, product }, ...otherEntries] : otherEntries };
  });
}
