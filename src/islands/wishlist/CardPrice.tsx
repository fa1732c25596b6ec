import { effectivePaise } from '#lib/catalog/products/catalog.ts';
import type { WishlistCard } from '#lib/customers/wishlist/wishlist-card.ts';
import { formatPaise } from '#lib/shop/money/money.ts';

export function CardPrice({ price, symbol }: { price: WishlistCard; symbol: string }) {
  const currentPaise = effectivePaise(price);
  const isReduced = currentPaise < price.pricePaise;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums mt-0.5 text-sm">
      <span className={isReduced ? 'font-semibold text-madder' : 'font-semibold'}>
        {price.minPaise < price.maxPaise && <span className="text-xs font-normal text-soft">from </span>}
        {symbol + formatPaise(currentPaise)}
        {price.sellUnit === 'metre' && <span className="text-xs font-normal text-soft"> a metre</span>}
      </span>
      {isReduced && (
        <>
          <s className="text-xs text-soft">
            <span className="sr-only">instead of </span>
            {symbol + formatPaise(price.pricePaise)}
          </s>
          <span className="text-xs font-semibold text-madder">{`${price.discountPercentage}% off`}</span>
        </>
      )}
    </p>
  );
}
