import { type MouseEvent, useId } from 'react';
import { OUT_OF_STOCK } from '#lib/catalog/catalog.ts';
import { type Choice, optionHeading, type Picker, type ShownVariant } from '#lib/catalog/choose-variant.ts';
import { swatch } from '#lib/catalog/swatches.ts';

interface Props {
  picker: Picker;
  hrefOf: (variant: ShownVariant) => string;
  onChoose: (event: MouseEvent, variant: ShownVariant) => void;
  sizeGuideId?: string | undefined;
}

export function VariantPicker({ picker, hrefOf, onChoose, sizeGuideId }: Props) {
  const id = useId();
  const isMeasure = picker.kind === 'size' || picker.kind === 'age';
  return (
    <fieldset aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex min-h-6 items-baseline justify-between gap-4">
        <p id={id}>
          <span className="font-semibold">{optionHeading(picker.label)}</span> {picker.chosen}
        </p>
        {isMeasure && sizeGuideId && (
          <button type="button" className="text-link -my-2.5 min-h-11" popoverTarget={sizeGuideId}>
            Size guide
          </button>
        )}
      </div>
      <ul className="flex flex-wrap gap-2">
        {picker.choices.map((choice) => (
          <li key={choice.value}>
            <a
              href={hrefOf(choice.variant)}
              rel="nofollow"
              className="variant-choice"
              aria-current={choice.isChosen ? 'true' : undefined}
              data-sold-out={choice.isSoldOut || undefined}
              data-elsewhere={choice.changesOthers || undefined}
              onClick={(event) => onChoose(event, choice.variant)}
            >
              {picker.kind === 'color' && <Dot color={choice.value} />}
              {choice.value}
              <Remark choice={choice} />
            </a>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Remark({ choice }: { choice: Choice }) {
  const words = [
    ...(choice.isSoldOut ? [OUT_OF_STOCK] : []),
    ...(choice.changesOthers ? ['changes the other choice'] : []),
  ];
  return words.length > 0 ? <span className="sr-only">{`, ${words.join(', ')}`}</span> : null;
}

function Dot({ color }: { color: string }) {
  return (
    <svg className="size-4" width="16" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7.5" fill={swatch(color)} stroke="#94897a" />
    </svg>
  );
}
