import { type MouseEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { isPlainClick } from '#islands/ui/is-plain-click.ts';
import { optionHeading } from '#lib/catalog/products/buyable-product.ts';
import { OUT_OF_STOCK } from '#lib/catalog/products/catalog.ts';
import type { Choice, Picker } from '#lib/catalog/products/option-pickers.ts';
import type { Selection } from '#lib/catalog/products/selection.ts';
import { formatPaise } from '#lib/shop/money/money.ts';

interface Props {
  picker: Picker;
  /** The name of the radio buttons; undefined for colours, which are links. */
  fieldName: string | undefined;
  /** Whether the chosen variant is sold out. If so, the form can't be sent, and every value is a link. */
  isSoldOut: boolean;
  /** The error if the form was sent without a value for this option. */
  missingMessage: string | undefined;
  currencySymbol: string;
  hrefOf: (selection: Selection) => string;
  onChoose: (selection: Selection, event?: MouseEvent) => void;
  sizeGuideId?: string | undefined;
}

/** A value that would change another choice shows a hint first. The link in the hint changes both choices. */
export function VariantPicker(props: Props) {
  const { picker, fieldName, isSoldOut, missingMessage, currencySymbol, hrefOf, onChoose, sizeGuideId } = props;
  const id = useId();
  const hintId = (choice: Choice) => `${id}${picker.choices.indexOf(choice)}`;
  const { box, requestedValue, showHint, choose } = useChoices(picker.chosenValue, onChoose);
  return (
    <fieldset
      ref={box}
      id={missingMessage && 'choose'}
      aria-labelledby={id}
      className="min-w-0"
      data-missing={missingMessage && true}
    >
      <Heading id={id} picker={picker} missingMessage={missingMessage} sizeGuideId={sizeGuideId} />
      <ul className="flex flex-wrap gap-2">
        {picker.choices.map((choice) => (
          <li key={choice.value}>
            {fieldName && !choice.isSoldOut && !choice.conflict && !isSoldOut ? (
              <ChoiceRadio
                name={fieldName}
                choice={choice}
                currencySymbol={currencySymbol}
                onChoose={() => choose(choice.selection)}
              />
            ) : (
              <ChoiceLink
                choice={choice}
                href={choice.conflict ? `#${hintId(choice)}` : hrefOf(choice.selection)}
                onClick={(event) => (choice.conflict ? showHint(event, choice.value) : choose(choice.selection, event))}
              />
            )}
          </li>
        ))}
      </ul>
      {picker.choices.map((choice) => (
        <ConflictHint
          key={choice.value}
          id={hintId(choice)}
          choice={choice}
          isRequested={choice.value === requestedValue}
          href={hrefOf(choice.selection)}
          onChoose={choose}
        />
      ))}
    </fieldset>
  );
}

function Heading({
  id,
  picker,
  missingMessage,
  sizeGuideId,
}: Pick<Props, 'picker' | 'missingMessage' | 'sizeGuideId'> & { id: string }) {
  const isSizeOrAge = picker.kind === 'size' || picker.kind === 'age';
  return (
    <div className="mb-1 flex min-h-6 flex-wrap items-baseline justify-between gap-x-4">
      <p id={id}>
        <span className="font-semibold">{optionHeading(picker.label)}</span>{' '}
        {picker.chosenValue ?? missingMessage ?? 'choose one'}
      </p>
      {isSizeOrAge && sizeGuideId && (
        <button type="button" className="text-link my-[calc((1lh-36px)/2)] min-h-9" popoverTarget={sizeGuideId}>
          Size guide
        </button>
      )}
    </div>
  );
}

/**
 * Returns a ref for the fieldset, the value whose hint is shown, and the handlers for the choices. Keeps the focus on
 * the chosen value if its radio button becomes a link, or the reverse.
 */
function useChoices(chosenValue: string | null, onChoose: Props['onChoose']) {
  const box = useRef<HTMLFieldSetElement>(null);
  const hadFocus = useRef(false);
  const [requestedValue, setRequestedValue] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost when another value is chosen.
  useEffect(() => {
    if (hadFocus.current && !box.current?.contains(document.activeElement))
      box.current?.querySelector<HTMLElement>('[aria-current], :checked')?.focus();
    hadFocus.current = false;
  }, [chosenValue]);

  useEffect(() => {
    if (requestedValue !== undefined) box.current?.querySelector<HTMLElement>('[data-requested] a')?.focus();
  }, [requestedValue]);

  function showHint(event: MouseEvent, value: string): void {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setRequestedValue(value);
  }

  function choose(selection: Selection, event?: MouseEvent): void {
    hadFocus.current = box.current?.contains(document.activeElement) === true;
    setRequestedValue(undefined);
    onChoose(selection, event);
  }

  return { box, requestedValue, showHint, choose };
}

interface RadioProps {
  name: string;
  choice: Choice;
  currencySymbol: string;
  onChoose: () => void;
}

function ChoiceRadio({ name, choice: { value, isChosen, higherPaise }, currencySymbol, onChoose }: RadioProps) {
  const radio = useRef<HTMLInputElement>(null);
  // A value may have been chosen before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only input from before the first render matters.
  useLayoutEffect(() => {
    if (radio.current?.checked && !isChosen) onChoose();
  }, []);
  return (
    <label className="variant-choice">
      <input ref={radio} type="radio" name={name} value={value} checked={isChosen} required onChange={onChoose} />
      {value}
      {higherPaise !== undefined && <small>{` ${currencySymbol}${formatPaise(higherPaise)}`}</small>}
    </label>
  );
}

interface LinkProps {
  choice: Choice;
  href: string;
  onClick: (event: MouseEvent) => void;
}

function ChoiceLink({ choice, href, onClick }: LinkProps) {
  const { value, dot, note, isChosen, isSoldOut } = choice;
  return (
    <a
      href={href}
      rel="nofollow"
      className="variant-choice"
      aria-current={isChosen ? 'true' : undefined}
      data-sold-out={isSoldOut || undefined}
      data-elsewhere={note ? true : undefined}
      onClick={onClick}
    >
      {dot && (
        <svg className="size-4" width="16" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="7.5" fill={dot} stroke="#94897a" />
        </svg>
      )}
      {note ? `${value} ` : value}
      {note && <small>{note}</small>}
      {isSoldOut && <span className="sr-only">{`, ${OUT_OF_STOCK}`}</span>}
    </a>
  );
}

interface ConflictHintProps {
  id: string;
  choice: Choice;
  /** Whether the shopper has clicked the value, so that the hint is shown. */
  isRequested: boolean;
  href: string;
  onChoose: (selection: Selection, event: MouseEvent) => void;
}

/**
 * Shows, for example, "5-6 years comes in Papaya only" and a link that changes the other choice (product.md, "Product
 * page").
 */
function ConflictHint({ id, choice: { conflict, selection }, isRequested, href, onChoose }: ConflictHintProps) {
  if (!conflict) return null;
  return (
    <p id={id} className="variant-conflict-hint" data-requested={isRequested || undefined}>
      {`${conflict.sentence} `}
      <a
        href={href}
        rel="nofollow"
        className="text-link"
        aria-describedby={id}
        onClick={(event) => onChoose(selection, event)}
      >
        {conflict.action}
      </a>
    </p>
  );
}
