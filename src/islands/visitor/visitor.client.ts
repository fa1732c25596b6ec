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

/** Returns the visitor's data with queued changes to the wishlist. An added entry has no id yet. */
function withPendingWishlistChanges(visitor: Visitor): Visitor {
  const pendingWishlistChanges = $pendingWishlistChanges.get();
  const otherEntries = visitor.wishlist.filter(
    ({ product, _id }) => _id !== '' && !pendingWishlistChanges.has(product),
  );
  const entries = new Map(visitor.wishlist.map((entry) => [entry.product, entry]));
  const wishedEntries = [...pendingWishlistChanges].flatMap(([product, isWanted]) =>
    isWanted ? [entries.get(product) ?? { _id: '', product }] : [],
  );
  return { ...visitor, wishlist: [...wishedEntries, ...otherEntries] };
}

/** Applies a change. `change` is called again if the response to an earlier request arrives later. */
export function changeVisitor(change: Change): void {
  for (const changes of changesSinceRequest) changes.push(change);
  store.set(applyChange(store.get(), change));
}

function applyChange(visitor: Visitor, change: Change): Visitor {
  return { ...visitor, ...change(visitor) };
}
