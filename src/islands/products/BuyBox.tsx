import { type MouseEvent, useId, useState } from 'react';
import { PriceTag } from '#islands/products/PriceTag.tsx';
import { QuantityField } from '#islands/products/QuantityField.tsx';
import { VariantPicker } from '#islands/products/VariantPicker.tsx';
import { useQuantity } from '#islands/ui/forms/use-quantity.ts';
import { isPlainClick } from '#islands/ui/is-plain-click.ts';
import { widestRules } from '#lib/catalog/inventory/requested-quantity.ts';
import {
  type BuyableProduct,
  colorOf,
  colorOptionIndex,
  lowStockText,
  stockLabel,
} from '#lib/catalog/products/buyable-product.ts';
import { ADD_TO_CART, effectivePaise, isOutOfStock, OUT_OF_STOCK } from '#lib/catalog/products/catalog.ts';
import { pickersOf } from '#lib/catalog/products/option-pickers.ts';
import { type PackedProduct, parseAttributeJson, unpackProduct } from '#lib/catalog/products/packed-product.ts';
import {
  choiceField,
  choicePrompt,
  clearedText,
  initialSelection,
  type Offer,
  offerOf,
  type Selection,
  selectionHref,
} from '#lib/catalog/products/selection.ts';
import { RESTOCK_LINK_TEXT, restockPath } from '#lib/sales/back-in-stock/restock.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

interface Props {
  product: BuyableProduct;
  /** The initial choice, for example the choice in the URL; by default, the result of `initialSelection`. */
  selection?: Selection | undefined;
  currencySymbol: string;
  sizeGuideId?: string | undefined;
  /** Whether the form is in the quick view. On the page of the product, a choice also changes the page. */
  isQuickView?: boolean;
  /** The quantity in the URL: rejected input of a form without JavaScript, or the cloth calculator's length. */
  quantityInput?: string | undefined;
  /** Whether the form was sent while an option had no value. */
  isChoiceMissing?: boolean | undefined;
  onSelect?: (selection: Selection) => void;
}

/** Parses the props that `BuyBoxIsland.astro` writes into the page. */
export function parseProps(attribute: string): Props {
  const { product, ...props } = parseAttributeJson<Omit<Props, 'product'> & { product: PackedProduct }>(attribute);
  return { ...props, product: unpackProduct(product) };
}

/** The form that adds a product to the cart, after each option has a value (product.md, "Product page"). */
export function BuyBox(props: Props) {
  const { product, currencySymbol, sizeGuideId, isQuickView = false, isChoiceMissing = false } = props;
  const { selection, clearedNotice, choose } = useSelection(props);
  const offer = offerOf(product, selection);
  if (!offer) return <p>{OUT_OF_STOCK}</p>;
  const isMetre = product.sellUnit === 'metre';
  const isSoldOut = isOutOfStock(offer.shownVariant);
  const prompt = choicePrompt(product.options, selection);
  return (
    <form method="post" action="/public/cart/create" className="buy-box" data-add-to-cart>
      <HiddenFields product={product} selection={selection} offer={offer} />
      <div aria-live="polite">
        <PriceTag offer={offer} currencySymbol={currencySymbol} isMetre={isMetre} className="text-lg" />
        <p className="mt-0.5 text-xs text-soft">MRP, inclusive of all taxes</p>
      </div>
      {pickersOf(product, selection).map((picker, index) => (
        <VariantPicker
          key={picker.label}
          picker={picker}
          fieldName={index === colorOptionIndex(product.options) ? undefined : choiceField(index)}
          isSoldOut={isSoldOut && !prompt}
          missingMessage={
            isChoiceMissing && picker.chosenValue === null ? `${choicePrompt([picker], [null])}.` : undefined
          }
          currencySymbol={currencySymbol}
          hrefOf={(newSelection) => selectionHref(product, newSelection)}
          onChoose={choose}
          sizeGuideId={sizeGuideId}
        />
      ))}
      <Stock product={product} offer={offer} clearedNotice={clearedNotice} />
      <Quantity {...{ product, offer, currencySymbol, selection }} initialText={props.quantityInput} />
      <div className={isQuickView ? 'quick-bar' : 'buy-bar'}>
        {!isQuickView && (
          <div className="lg:hidden">
            <PriceTag offer={offer} currencySymbol={currencySymbol} isMetre={isMetre} className="text-base" isShort />
          </div>
        )}
        <button type="submit" className="button w-full" disabled={isSoldOut}>
          {isSoldOut ? OUT_OF_STOCK : (prompt ?? ADD_TO_CART)}
        </button>
      </div>
    </form>
  );
}

function useSelection({ product, selection: initialChoice, isQuickView, onSelect }: Props) {
  const [selection, setSelection] = useState(() => initialChoice ?? initialSelection(product));
  const [clearedNotice, setClearedNotice] = useState('');

  function choose(newSelection: Selection, event?: MouseEvent): void {
    if (event && !isPlainClick(event)) return;
    event?.preventDefault();
    setSelection(newSelection);
    setClearedNotice(clearedText(product, selection, newSelection));
    onSelect?.(newSelection);
    if (!isQuickView) showOnPage(product, newSelection);
  }

  return { selection, clearedNotice, choose };
}

interface OfferProps extends Pick<Props, 'product'> {
  offer: Offer;
}

/**
 * Sends the product, the price that the shopper sees, and the variant's id. If radio buttons send the other options,
 * sends the chosen colour instead of the variant's id.
 */
function HiddenFields({ product, selection, offer }: OfferProps & { selection: Selection }) {
  const colorIndex = colorOptionIndex(product.options);
  const hasRadios = product.options.some((_, index) => index !== colorIndex);
  const color = colorOf(product, selection);
  return (
    <>
      <input type="hidden" name="product" value={product._id} />
      {!offer.hasHigherPrices && (
        <input type="hidden" name="seen_price" value={paiseToRupees(effectivePaise(offer.cheapestVariant))} />
      )}
      {!hasRadios && offer.variant && <input type="hidden" name="variant" value={offer.variant._id} />}
      {hasRadios && color && <input type="hidden" name={choiceField(colorIndex)} value={color} />}
    </>
  );
}

function Stock({ product, offer, clearedNotice }: OfferProps & { clearedNotice: string }) {
  const { variant, shownVariant } = offer;
  const lowStock = variant && lowStockText(variant, product.sellUnit);
  return (
    <p className="flex flex-wrap gap-x-3 font-semibold" role="status">
      {clearedNotice && <span className="w-full text-madder">{clearedNotice}</span>}
      <span className={isOutOfStock(shownVariant) ? 'text-madder' : 'text-leaf'}>{stockLabel(shownVariant)}</span>{' '}
      {lowStock && <span className="text-madder">{lowStock}</span>}
    </p>
  );
}

interface QuantityProps extends OfferProps {
  currencySymbol: string;
  selection: Selection;
  initialText: string | undefined;
}

function Quantity({ product, offer, currencySymbol, selection, initialText }: QuantityProps) {
  const id = useId();
  const rules = widestRules(product, offer.offeredVariants);
  const quantityState = useQuantity(initialText ?? String(rules.min), rules);
  if (isOutOfStock(offer.shownVariant)) {
    return offer.variant ? (
      <a className="button-quiet" href={restockPath(offer.variant._id)} rel="nofollow">
        {RESTOCK_LINK_TEXT}
      </a>
    ) : null;
  }
  return (
    <QuantityField
      id={`${id}quantity`}
      rules={rules}
      quantityState={quantityState}
      variant={offer.cheapestVariant}
      currencySymbol={currencySymbol}
      hrefOf={(newQuantity) => selectionHref(product, selection, newQuantity)}
    />
  );
}

/** Updates the URL, so that the choice can be shared and reloaded, and notifies the gallery. */
function showOnPage(product: BuyableProduct, selection: Selection): void {
  const url = new URL(selectionHref(product, selection), location.href);
  for (const [name, value] of new URLSearchParams(location.search))
    if (name !== 'color' && name !== 'choose') url.searchParams.append(name, value);
  history.replaceState(history.state, '', url.pathname + url.search + location.hash);
  document.dispatchEvent(new CustomEvent('shop:variant', { detail: { color: colorOf(product, selection) } }));
}
