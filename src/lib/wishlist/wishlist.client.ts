import { sendApi } from '#lib/http/api-answer.ts';
import { $visitor, changeVisitor } from '#lib/identity/visitor.client.ts';
import { WISHLIST_MESSAGES as SAYS } from '#lib/wishlist/wishlist.ts';

const UNAUTHORISED = 401;
/** Products whose entry is being changed: clicks on them are ignored meanwhile (specification, section 4). */
const busy = new Set<string>();

export interface Toggled {
  isDone: boolean;
  /** Nobody is logged in, so nothing was changed. */
  isRefused?: boolean;
  message: string;
}

/** Puts a product on the list or takes it off by its entry; `undefined` for a click that is ignored. Never rejects. */
export async function toggleWishlist(product: string): Promise<Toggled | undefined> {
  if (busy.has(product)) return undefined;
  busy.add(product);
  const entry = $visitor.get().wishlist.find((one) => one.product === product);
  try {
    return await (entry ? remove(entry._id) : add(product));
  } catch {
    return { isDone: false, message: entry ? SAYS.removeFailed : SAYS.addFailed };
  } finally {
    busy.delete(product);
  }
}

async function add(product: string): Promise<Toggled> {
  const { status, data, httpStatus } = await sendApi<{ _id: string } | null>('POST', '/public/wishlist/create', {
    product,
  });
  if (httpStatus === UNAUTHORISED) return { isDone: false, isRefused: true, message: SAYS.loginToAdd };
  if (status !== 'success' || !data) return { isDone: false, message: SAYS.addFailed };
  const others = $visitor.get().wishlist.filter((one) => one.product !== product);
  changeVisitor({ wishlist: [{ _id: data._id, product }, ...others] });
  return { isDone: true, message: SAYS.added };
}

async function remove(entryId: string): Promise<Toggled> {
  const path = `/public/wishlist/delete/${encodeURIComponent(entryId)}`;
  const { status } = await sendApi<unknown>('DELETE', path);
  if (status !== 'success') return { isDone: false, message: SAYS.removeFailed };
  changeVisitor({ wishlist: $visitor.get().wishlist.filter((one) => one._id !== entryId) });
  return { isDone: true, message: SAYS.removed };
}
