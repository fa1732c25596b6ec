import { effectivePaise } from '#lib/catalog/products/catalog.ts';
import type { WishlistCard } from '#lib/customers/wishlist/wishlist-card.ts';
import { formatPaise } from '#lib/shop/money/money.ts';

export function CardPrice({ card, symbol }: { card: WishlistCard; symbol: string }) {
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
