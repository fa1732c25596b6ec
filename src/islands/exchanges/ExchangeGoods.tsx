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
  const { values, errors, initialFocus } = form;
  const { chooseQuantity, chooseReplacement } = choiceHandlers(line, form);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Choice
        label="Quantity"
        preposition="of"
        line={line}
        name="pieces"
        field="lines"
        value={values.lines.get(line.line) ?? ''}
        choices={quantityChoices(line)}
        hasError={Boolean(errors.lines)}
        autoFocus={isFirst && initialFocus === 'lines'}
        onChoose={chooseQuantity}
      />
      <Choice
        label="Replacement"
        preposition="for"
        line={line}
        name="instead"
        field="instead"
        value={values.instead.get(line.line) ?? ''}
        choices={replacementChoices(line)}
        hasError={Boolean(errors.instead)}
        autoFocus={isFirst && initialFocus === 'instead'}
        onChoose={chooseReplacement}
      />
    </div>
  );
}

function choiceHandlers(line: ExchangeableLine, { set }: ExchangeFormState) {
  const key = line.line;
  return {
    chooseQuantity(value: string): void {
      set(({ lines }) => ({ lines: new Map(lines).set(key, value) }));
    },
    chooseReplacement(value: string): void {
      set(({ lines, instead }) => {
        const currentQuantity = lines.get(key) ?? '';
        const quantity = quantityForReplacement(line, currentQuantity, value);
        const replacementChange = { instead: new Map(instead).set(key, value) };
        return quantity === currentQuantity
          ? replacementChange
          : { ...replacementChange, lines: new Map(lines).set(key, quantity) };
      });
    },
  };
}

interface ChoiceProps {
  label: string;
  preposition: string;
  line: ExchangeableLine;
  name: string;
  /** The name of the field in the form's errors. */
  field: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  hasError: boolean;
  autoFocus: boolean;
  onChoose: (value: string) => void;
}

function Choice({ label, preposition, line, field, choices, hasError, onChoose, ...rest }: ChoiceProps) {
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
        {...rest}
        className="field"
        data-field={field}
        aria-invalid={hasError || undefined}
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
