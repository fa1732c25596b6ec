import { atom, type ReadableAtom } from 'nanostores';
import { callApi } from '#islands/ui/api-response.ts';
import { NOBODY, type Visitor } from '#lib/customers/auth/sessions/visitor.ts';

const store = atom<Visitor>(NOBODY);

export const $visitor: ReadableAtom<Visitor> = store;

/** Without a response the current state stays. */
export async function refreshVisitor(): Promise<void> {
  try {
    const response = await callApi<Visitor>('/public/visitor');
    if (response.status === 'success') store.set(response.data);
  } catch {
    // The page does not change.
  }
}

export function changeVisitor(change: Partial<Visitor>): void {
  store.set({ ...store.get(), ...change });
}
