import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { ElsewhereNote } from '#islands/catalog/ElsewhereNote.tsx';
import { isPlainClick } from '#islands/ui/is-plain-click.ts';
import { OUT_OF_STOCK } from '#lib/catalog/catalog.ts';
import { type Choice, optionHeading, type Picker, type ShownVariant } from '#lib/catalog/choose-variant.ts';

interface Props {
  picker: Picker;
  hrefOf: (variant: ShownVariant) => string;
  onChoose: (event: MouseEvent, variant: ShownVariant) => void;
  sizeGuideId?: string | undefined;
}

/** A value that would change another choice leads to its words first; their link changes both. */
export function VariantPicker({ picker, hrefOf, onChoose, sizeGuideId }: Props) {
  const id = useId();
  const noteId = ({ variant }: Choice) => `${id}${variant._id}`;
  const { box, asked, ask } = useAsking(picker.chosen);
  return (
    <fieldset ref={box} aria-labelledby={id} className="min-w-0">
      <Heading id={id} picker={picker} sizeGuideId={sizeGuideId} />
      <ul className="flex flex-wrap gap-2">
        {picker.choices.map((choice) => (
          <li key={choice.value}>
            <ChoiceLink
              choice={choice}
              href={choice.elsewhere ? `#${noteId(choice)}` : hrefOf(choice.variant)}
              onClick={(event) => (choice.elsewhere ? ask(event, choice.value) : onChoose(event, choice.variant))}
            />
          </li>
        ))}
      </ul>
      {picker.choices.map((choice) => (
        <ElsewhereNote
          key={choice.value}
          id={noteId(choice)}
          choice={choice}
          isAsked={choice.value === asked}
          href={hrefOf(choice.variant)}
          onChoose={onChoose}
        />
      ))}
    </fieldset>
  );
}

function Heading({ id, picker, sizeGuideId }: Pick<Props, 'picker' | 'sizeGuideId'> & { id: string }) {
  const isMeasure = picker.kind === 'size' || picker.kind === 'age';
  return (
    <div className="mb-3 flex min-h-6 flex-wrap items-baseline justify-between gap-x-4">
      <p id={id}>
        <span className="font-semibold">{optionHeading(picker.label)}</span> {picker.chosen}
      </p>
      {isMeasure && sizeGuideId && (
        <button type="button" className="text-link -my-2.5 min-h-11" popoverTarget={sizeGuideId}>
          Size guide
        </button>
      )}
    </div>
  );
}

function useAsking(chosen: string) {
  const box = useRef<HTMLFieldSetElement>(null);
  const [asked, setAsked] = useState<string>();

  useEffect(() => {
    if (asked === undefined) return;
    box.current?.querySelector<HTMLElement>(asked === chosen ? '[aria-current]' : '[data-asked] a')?.focus();
  }, [asked, chosen]);

  function ask(event: MouseEvent, value: string): void {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setAsked(value);
  }

  return { box, asked, ask };
}

interface ChoiceProps {
  choice: Choice;
  href: string;
  onClick: (event: MouseEvent) => void;
}

function ChoiceLink({ choice, href, onClick }: ChoiceProps) {
  const { value, dot, elsewhere, isChosen, isSoldOut } = choice;
  return (
    <a
      href={href}
      rel="nofollow"
      className="variant-choice"
      aria-current={isChosen ? 'true' : undefined}
      data-sold-out={isSoldOut || undefined}
      data-elsewhere={elsewhere ? true : undefined}
      onClick={onClick}
    >
      {dot && <Dot color={dot} />}
      {elsewhere ? `${value} ` : value}
      {elsewhere && <small>{elsewhere.short}</small>}
      {isSoldOut && <span className="sr-only">{`, ${OUT_OF_STOCK}`}</span>}
    </a>
  );
}

function Dot({ color }: { color: string }) {
  return (
    <svg className="size-4" width="16" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7.5" fill={color} stroke="#94897a" />
    </svg>
  );
}
