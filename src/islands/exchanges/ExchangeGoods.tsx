import { quantityChoices, quantityForReplacement, replacementChoices } from '#islands/exchanges/chosen-goods.ts';
import { FieldError } from '#islands/exchanges/ExchangeFields.tsx';
import type { ExchangeFormState } from '#islands/exchanges/use-exchange-form.ts';
import type { ExchangeableLine } from '#lib/sales/exchanges/exchange.ts';

interface Props {
  lines: readonly ExchangeableLine[];
  form: ExchangeFormState;
}

export function ExchangeGoods({ lines, form }: Props) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">What do you want to exchange, and for what?</legend>
      <ul className="grid gap-4">
        {lines.map((line, index) => (
          <li key={line.line} className="grid min-w-0 gap-3 border border-line p-3">
            <p className="wrap-anywhere">
              {line.name}
              {line.variant && <span className="text-soft"> {line.variant}</span>}
            </p>
            <LineChoices line={line} isFirst={index === 0} form={form} />
            {line.hasOtherPrices && (
              <p className="text-xs text-soft">
                Items that cost more or less than you paid are not offered here: please place a new order for them.
              </p>
            )}
          </li>
        ))}
      </ul>
      <FieldError text={form.errors.lines ?? form.errors.instead} />
      <p className="mt-2 text-soft">
        We reserve the new goods for you when we approve the request. If they are sold out by then, we suggest
        alternatives.
      </p>
    </fieldset>
  );
}

interface LineProps {
  line: ExchangeableLine;
  isFirst: boolean;
  form: ExchangeFormState;
}

function LineChoices({ line, isFirst, form }: LineProps) {
  const key = line.line;

  function chooseQuantity(value: string): void {
    form.set(({ lines }) => ({ lines: new Map(lines).set(key, value) }));
  }

  function chooseReplacement(value: string): void {
    form.set(({ lines, instead }) => {
      const currentQuantity = lines.get(key) ?? '';
      const quantity = quantityForReplacement(line, currentQuantity, value);
      const replacementChange = { instead: new Map(instead).set(key, value) };
      return quantity === currentQuantity
        ? replacementChange
        : { ...replacementChange, lines: new Map(lines).set(key, quantity) };
    });
  }

  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Choice
        line={line}
        isFirst={isFirst}
        form={form}
        label="Quantity"
        preposition="of"
        name="pieces"
        field="lines"
        choices={quantityChoices(line)}
        onChoose={chooseQuantity}
      />
      <Choice
        line={line}
        isFirst={isFirst}
        form={form}
        label="Replacement"
        preposition="for"
        name="instead"
        field="instead"
        choices={replacementChoices(line)}
        onChoose={chooseReplacement}
      />
    </div>
  );
}

interface ChoiceProps extends LineProps {
  label: string;
  preposition: string;
  name: string;
  /** The name of the field in the form's values and errors. */
  field: 'lines' | 'instead';
  choices: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
}

function Choice({ line, isFirst, form, label, preposition, name, field, choices, onChoose }: ChoiceProps) {
  return (
    <label className="block min-w-0">
      <span className="mb-1.5 block">
        {label}
        <span className="sr-only">
          {' '}
          {preposition} {line.name} {line.variant}
        </span>
      </span>
      <select
        name={name}
        value={form.values[field].get(line.line) ?? ''}
        // biome-ignore lint/a11y/noAutofocus: after a rejected form, the visitor continues in the first wrong field.
        autoFocus={isFirst && form.initialFocus === field}
        className="field"
        data-field={field}
        aria-invalid={Boolean(form.errors[field]) || undefined}
        onChange={(event) => onChoose(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}
