import { useStore } from '@nanostores/react';
import { type ReactNode, useRef } from 'react';
import { moveToCart } from '#islands/cart/cart.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { WishlistEntry } from '#islands/wishlist/WishlistEntry.tsx';
import { $removedEntries, markRemoved, removeFromWishlist } from '#islands/wishlist/wishlist.client.ts';
import type { WishlistCard } from '#lib/customers/wishlist/wishlist-card.ts';

interface Props {
  cards: WishlistCard[];
  symbol: string;
  empty?: ReactNode;
}

export function WishlistPage({ cards, symbol, empty }: Props) {
  const removedEntries = useStore($removedEntries, { ssr: 'initial' });
  const list = useRef<HTMLDivElement>(null);
  const remainingCards = cards.filter(({ _id }) => !removedEntries.has(_id));

  function showResult(isDone: boolean, message: string): void {
    if (isDone) list.current?.focus();
    if (message) toast(message, isDone ? 'done' : 'failed');
  }

  async function remove({ _id, product, name }: WishlistCard): Promise<void> {
    const { isDone, message } = await removeFromWishlist(String(product), name);
    if (isDone) markRemoved(_id);
    showResult(isDone, message);
  }

  async function move(entryId: string): Promise<void> {
    const { status, message } = await moveToCart(entryId);
    if (status === 'success') markRemoved(entryId);
    showResult(status === 'success', message);
  }

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {remainingCards.length === 0 ? (
        empty
      ) : (
        <ul className="two-columns gap-x-4 gap-y-8 md:grid-cols-3 lg:gap-x-6">
          {remainingCards.map((card) => (
            <li key={card._id}>
              <WishlistEntry card={card} symbol={symbol} onRemove={remove} onMove={move} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
