import { atom, type ReadableAtom } from 'nanostores';
import { sendApi } from '#islands/ui/api-response.ts';
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
  changeVisitor({ wishlist: $visitor.get().wishlist.filter((one) => one._id !== entryId) });
}

export interface Toggled {
  isDone: boolean;
  isRefused?: boolean;
  message: string;
}

/** `undefined` for a click that is ignored. */
export async function toggleWishlist(
  product: string,
  messages: Words = WISHLIST_MESSAGES,
): Promise<Toggled | undefined> {
  if (busy.has(product)) return undefined;
  busy.add(product);
  const entry = $visitor.get().wishlist.find((one) => one.product === product);
  try {
    return await (entry ? remove(entry._id, messages) : add(product, messages));
  } catch {
    return { isDone: false, message: entry ? messages.removeFailed : messages.addFailed };
  } finally {
    busy.delete(product);
  }
}

export async function removeEntry(entryId: string): Promise<Toggled> {
  try {
    return await remove(entryId, WISHLIST_MESSAGES);
  } catch {
    return { isDone: false, message: WISHLIST_MESSAGES.removeFailed };
  }
}

async function add(product: string, messages: Words): Promise<Toggled> {
  const { status, data, httpStatus } = await sendApi<{ _id: string } | null>('POST', '/public/wishlist/create', {
    product,
  });
  if (httpStatus === UNAUTHORISED) return { isDone: false, isRefused: true, message: messages.loginToAdd };
  if (status !== 'success' || !data) return { isDone: false, message: messages.addFailed };
  const others = $visitor.get().wishlist.filter((one) => one.product !== product);
  changeVisitor({ wishlist: [{ _id: data._id, product }, ...others] });
  return { isDone: true, message: messages.added };
}

async function remove(entryId: string, messages: Words): Promise<Toggled> {
  const path = `/public/wishlist/delete/${encodeURIComponent(entryId)}`;
  const { status } = await sendApi<unknown>('DELETE', path);
  if (status !== 'success') return { isDone: false, message: messages.removeFailed };
  markTakenOff(entryId);
  return { isDone: true, message: messages.removed };
}
