import { atom, type ReadableAtom } from 'nanostores';
import { askApi } from '#islands/ui/api-answer.ts';
import { NOBODY, type Visitor } from '#lib/auth/visitor.ts';

const store = atom<Visitor>(NOBODY);

/** Who is here, how much is in the cart, what is on the wishlist: all that a page shows of one person. */
export const $visitor: ReadableAtom<Visitor> = store;

/** Fetches it anew; what is shown stays when there is no answer. Never rejects. */
export async function refreshVisitor(): Promise<void> {
  try {
    const answer = await askApi<Visitor>('/public/visitor');
    if (answer.status === 'success') store.set(answer.data);
  } catch {
    // Without a network the page stays as it was made for everyone.
  }
}

/** Takes over what an answer of the API has told meanwhile. */
export function changeVisitor(change: Partial<Visitor>): void {
  store.set({ ...store.get(), ...change });
}
