import { atom, type ReadableAtom } from 'nanostores';
import { $sent, $waitingWishes } from '#islands/offline/queue-results.client.ts';
import { callApi } from '#islands/ui/api-response.ts';
import { NOBODY, type Visitor } from '#lib/customers/auth/sessions/visitor.ts';

const store = atom<Visitor>(NOBODY);

export const $visitor: ReadableAtom<Visitor> = store;

/** Without a response the current state stays. */
export async function refreshVisitor(): Promise<void> {
  try {
    const response = await callApi<Visitor>('/public/visitor');
    if (response.status === 'success') store.set(withWaitingWishes(response.data));
  } catch {
    // The page does not change.
  }
}

$sent.listen(() => void refreshVisitor());
$waitingWishes.listen(() => store.set(withWaitingWishes(store.get())));

/** Hearts show what waits for the network, too. Such an entry has no id yet. */
function withWaitingWishes(visitor: Visitor): Visitor {
  const waiting = $waitingWishes.get();
  const others = visitor.wishlist.filter(({ product, _id }) => _id !== '' && !waiting.has(product));
  const known = new Map(visitor.wishlist.map((entry) => [entry.product, entry]));
  const wanted = [...waiting].flatMap(([product, isWanted]) =>
    isWanted ? [known.get(product) ?? { _id: '', product }] : [],
  );
  return { ...visitor, wishlist: [...wanted, ...others] };
}

export function changeVisitor(change: Partial<Visitor>): void {
  store.set({ ...store.get(), ...change });
}
