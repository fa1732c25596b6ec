import { type FormEvent, type ReactNode, useState } from 'react';
import { ClothCard } from '#islands/products/ClothCard.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { CLOSE } from '#islands/ui/icon-paths.ts';
import { Picture } from '#islands/ui/Picture.tsx';
import { Stars } from '#islands/ui/Stars.tsx';
import { ADD_TO_CART, effectivePaise, OUT_OF_STOCK } from '#lib/catalog/products/catalog.ts';
import { REMOVE_FROM_WISHLIST } from '#lib/customers/wishlist/wishlist.ts';
import type { WishlistCard } from '#lib/customers/wishlist/wishlist-card.ts';
import { formatPaise } from '#lib/shop/money/money.ts';

interface Props {
  card: WishlistCard;
  symbol: string;
  onRemove: (card: WishlistCard) => Promise<void>;
  onMove: (entryId: string) => Promise<void>;
}

export function WishlistEntry({ card, symbol, onRemove, onMove }: Props) {
  return (
    <article className="relative grid h-full grid-rows-[1fr_auto]" data-wishlist-card>
      <a href={`/product/${card.slug}`} className="block">
        <CardPicture card={card} />
        <h2 className="mt-2.5 font-sans text-sm font-medium">{card.name}</h2>
        <CardPrice card={card} symbol={symbol} />
        {card.ratingCount > 0 && <Stars rating={card.averageRating} count={card.ratingCount} />}
      </a>
      <EntryForm
        action={`/public/wishlist/delete/${card._id}`}
        className="absolute top-1 right-1"
        onSend={() => onRemove(card)}
      >
        <button
          type="submit"
          className="icon-button bg-veil text-madder"
          title={REMOVE_FROM_WISHLIST}
          aria-label={`${REMOVE_FROM_WISHLIST}: ${card.name}`}
        >
          <Icon path={CLOSE} className="size-5" />
        </button>
      </EntryForm>
      <div className="mt-3">{cartControl(card, () => onMove(card._id))}</div>
    </article>
  );
}

function CardPicture({ card }: Pick<Props, 'card'>) {
  return (
    <div className="relative aspect-4/5 overflow-hidden bg-cloth">
      {card.picture ? (
        <Picture picture={card.picture} sizes="(min-width: 64rem) 18rem, 44vw" className="h-full w-full object-cover" />
      ) : (
        <ClothCard productId={card.product} name={card.name} />
      )}
      {!card.canBeBought && (
        <span className="absolute bottom-0 left-0 bg-ground px-2 py-1 text-xs font-semibold">{OUT_OF_STOCK}</span>
      )}
    </div>
  );
}

function cartControl(card: WishlistCard, onMove: () => Promise<void>): ReactNode {
  if (!card.canBeBought) {
    return (
      <button type="button" className="button-quiet w-full" disabled>
        {OUT_OF_STOCK}
      </button>
    );
  }
  if (card.hasOptions) {
    return (
      <a
        className="button-quiet w-full"
        href={`/account/wishlist?quickView=${card.slug}`}
        data-quick-view={card.slug}
        aria-label={`Choose and add to cart: ${card.name}`}
      >
        {ADD_TO_CART}
      </a>
    );
  }
  return (
    <EntryForm action={`/public/wishlist/move/${card._id}`} onSend={onMove}>
      <button type="submit" className="button-quiet w-full" aria-label={`Move to cart: ${card.name}`}>
        Move to cart
      </button>
    </EntryForm>
  );
}

function CardPrice({ card, symbol }: Pick<Props, 'card' | 'symbol'>) {
  const currentPaise = effectivePaise(card);
  const isReduced = currentPaise < card.pricePaise;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums mt-0.5 text-sm">
      <span className={isReduced ? 'font-semibold text-madder' : 'font-semibold'}>
        {card.minPaise < card.maxPaise && <span className="text-xs font-normal text-soft">from </span>}
        {symbol + formatPaise(currentPaise)}
        {card.sellUnit === 'metre' && <span className="text-xs font-normal text-soft"> a metre</span>}
      </span>
      {isReduced && (
        <>
          <s className="text-xs text-soft">
            <span className="sr-only">instead of </span>
            {symbol + formatPaise(card.pricePaise)}
          </s>
          <span className="text-xs font-semibold text-madder">{`${card.discountPercentage}% off`}</span>
        </>
      )}
    </p>
  );
}

interface EntryFormProps {
  action: string;
  className?: string;
  onSend: () => Promise<void>;
  children: ReactNode;
}

function EntryForm({ action, className, onSend, children }: EntryFormProps) {
  const [isSending, setIsSending] = useState(false);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    await onSend();
    setIsSending(false);
  }

  return (
    <form method="post" action={action} className={className} aria-busy={isSending || undefined} onSubmit={send}>
      {children}
    </form>
  );
}
