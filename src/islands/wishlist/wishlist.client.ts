import { atom, type ReadableAtom } from 'nanostores';
import { QUEUED_STATUS } from '#islands/offline/send-action.ts';
import { sendOrQueue } from '#islands/offline/send-or-queue.ts';
import { $visitor, changeVisitor } from '#islands/visitor/visitor.client.ts';
import { WISHLIST_MESSAGES } from '#lib/customers/wishlist/wishlist.ts';

const UNAUTHORISED = 401;
type Words = typeof WISHLIST_MESSAGES;
/** Clicks on these products are ignored during a request (product.md, "Wishlist"). */
const busy = new Set<string>();

const takenOff = atom<ReadonlySet<string>>(new Set());

export const $takenOff: ReadableAtom<ReadonlySet<string>> = takenOff;

export function markTakenOff(entryId: string): void {
  takenOff.set(new Set([...takenOff.get(), entryId]));
  changeVisitor(({ wishlist }) => ({ wishlist: wishlist.filter((one) => one._id !== entryId) }));
}

export interface Toggled {
  isDone: boolean;
  isRefused?: boolean;
  message: string;
}

/** `undefined` for a click that is ignored. */
export async function toggleWishlist(
  product: string,
  name: string,
  messages: Words = WISHLIST_MESSAGES,
): Promise<Toggled | undefined> {
  if (busy.has(product)) return undefined;
  busy.add(product);
  const isMember = $visitor.get().wishlist.some((one) => one.product === product);
  const toggled = await change({ product, name, isWanted: !isMember }, messages);
  busy.delete(product);
  return toggled;
}

export function removeFromWishlist(product: string, name: string): Promise<Toggled> {
  return change({ product, name, isWanted: false }, WISHLIST_MESSAGES);
}

interface Wish {
  product: string;
  name: string;
  isWanted: boolean;
}

async function change(wish: Wish, messages: Words): Promise<Toggled> {
  const failure = { isDone: false, message: wish.isWanted ? messages.addFailed : messages.removeFailed };
  try {
    const { status, data, httpStatus, message } = await sendOrQueue<{ _id?: string }>({ kind: 'wish', ...wish });
    if (httpStatus === UNAUTHORISED && wish.isWanted)
      return { isDone: false, isRefused: true, message: messages.loginToAdd };
    if (status !== 'success') return failure;
    show(wish, data?._id);
    const done = wish.isWanted ? messages.added : messages.removed;
    return { isDone: true, message: httpStatus === QUEUED_STATUS ? message : done };
  } catch {
    return failure;
  }
}

/** `entryId` is unknown while an added product waits for the network. */
function show({ product, isWanted }: Wish, entryId = ''): void {
  const entry = $visitor.get().wishlist.find((one) => one.product === product);
  if (!isWanted && entry) markTakenOff(entry._id);
  changeVisitor(({ wishlist }) => {
    const others = wishlist.filter((one) => one.product !== product);
    return { wishlist: isWanted ? [{ _id: entryId, product }, ...others] : others };
  });
}
