import { atom, type ReadableAtom } from 'nanostores';
import { $queueResult, $waitingWishes } from '#islands/offline/queue-results.client.ts';
import { getFromApi } from '#islands/ui/api-response.ts';
import { ANONYMOUS_VISITOR, type Visitor } from '#lib/customers/auth/sessions/visitor.ts';

const store = atom<Visitor>(ANONYMOUS_VISITOR);

export const $visitor: ReadableAtom<Visitor> = store;

type Change = (visitor: Visitor) => Partial<Visitor>;

/** For each request that has no response yet: the changes since it was sent. */
const changesSinceRequest = new Set<Change[]>();

/** Without a successful response, the current state stays. Changes during the request are also applied to the response. */
export async function refreshVisitor(): Promise<void> {
  const changes: Change[] = [];
  changesSinceRequest.add(changes);
  try {
    const response = await getFromApi<Visitor>('/public/visitor');
    if (response.status === 'success') store.set(withWaitingWishes(changes.reduce(applyChange, response.data)));
  } catch {
    // The page does not change.
  } finally {
    changesSinceRequest.delete(changes);
  }
}

$queueResult.listen(() => void refreshVisitor());
$waitingWishes.listen(() => store.set(withWaitingWishes(store.get())));

/** The wishlist includes queued changes. An added entry has no id yet. */
function withWaitingWishes(visitor: Visitor): Visitor {
  const waiting = $waitingWishes.get();
  const others = visitor.wishlist.filter(({ product, _id }) => _id !== '' && !waiting.has(product));
  const entries = new Map(visitor.wishlist.map((entry) => [entry.product, entry]));
  const added = [...waiting].flatMap(([product, isWanted]) =>
    isWanted ? [entries.get(product) ?? { _id: '', product }] : [],
  );
  return { ...visitor, wishlist: [...added, ...others] };
}

/** `change` is called again if the response to an earlier request arrives later. */
export function changeVisitor(change: Change): void {
  for (const changes of changesSinceRequest) changes.push(change);
  store.set(applyChange(store.get(), change));
}

function applyChange(visitor: Visitor, change: Change): Visitor {
  return { ...visitor, ...change(visitor) };
}
