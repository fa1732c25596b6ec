import { atom, type ReadableAtom } from 'nanostores';
import { $pendingWishlistChanges, $queueResult } from '#islands/offline/queue-results.client.ts';
import { getFromApi } from '#islands/ui/api-response.ts';
import { ANONYMOUS_VISITOR, type Visitor } from '#lib/customers/auth/sessions/visitor.ts';

const store = atom<Visitor>(ANONYMOUS_VISITOR);

export const $visitor: ReadableAtom<Visitor> = store;

type Change = (visitor: Visitor) => Partial<Visitor>;

/** For each pending request, the changes since the request was sent. */
const changesSinceRequest = new Set<Change[]>();

/** Fetches the visitor's data, and reapplies changes made in the meantime. Changes nothing if the request fails. */
export async function refreshVisitor(): Promise<void> {
  const changes: Change[] = [];
  changesSinceRequest.add(changes);
  try {
    const response = await getFromApi<Visitor>('/public/visitor');
    if (response.status === 'success')
      store.set(withPendingWishlistChanges(changes.reduce(applyChange, response.data)));
  } catch {
    // The visitor's data does not change.
  } finally {
    changesSinceRequest.delete(changes);
  }
}

$queueResult.listen(() => void refreshVisitor());
$pendingWishlistChanges.listen(() => store.set(withPendingWishlistChanges(store.get())));

/** Returns the visitor's data with queued changes to the wishlist. The `_id` of a queued entry is empty. */
function withPendingWishlistChanges(visitor: Visitor): Visitor {
  const pendingWishlistChanges = $pendingWishlistChanges.get();
  const otherEntries = visitor.wishlist.filter(
    ({ product, _id }) => _id !== '' && !pendingWishlistChanges.has(product),
  );
  const entriesByProduct = new Map(visitor.wishlist.map((entry) => [entry.product, entry]));
  const pendingEntries = [...pendingWishlistChanges].flatMap(([product, isWanted]) =>
    isWanted ? [entriesByProduct.get(product) ?? { _id: '', product }] : [],
  );
  return { ...visitor, wishlist: [...pendingEntries, ...otherEntries] };
}

/** Applies a change, and applies it again to the response to each pending request, which may not include the change. */
export function changeVisitor(change: Change): void {
  for (const changes of changesSinceRequest) changes.push(change);
  store.set(applyChange(store.get(), change));
}

function applyChange(visitor: Visitor, change: Change): Visitor {
  return { ...visitor, ...change(visitor) };
}
