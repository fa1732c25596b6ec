import type { ReactNode } from 'react';
import { FieldError, focus } from '#islands/exchanges/ExchangeFields.tsx';
import { ADVISE, type ExchangeableLine } from '#lib/exchanges/exchange-lines.ts';
import { amountText } from '#lib/fields/metres.ts';

interface Props {
  lines: readonly ExchangeableLine[];
  typed?: Partial<Record<string, string>> | undefined;
  errors: Partial<Record<string, string>>;
  onAnswer: (field: 'lines' | 'instead') => void;
}

/** Which goods of the order, and what instead. A piece that is the only one of its order is chosen already. */
export function ExchangeGoods({ lines, typed, errors, onAnswer }: Props) {
  const isOnly = lines.length === 1 && (lines[0]?.left === 1 || lines[0]?.sellUnit === 'metre');
  const [pieces, instead] = [pairsOf(typed?.pieces), pairsOf(typed?.instead)];
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
            <div className="grid gap-3 sm:grid-cols-2">
              <Choice label="Quantity" of={line}>
                <select
                  className="field"
                  name="pieces"
                  defaultValue={pieces.get(line.line) ?? (isOnly ? amounts(line)[1]?.value : `${line.line}:0`)}
                  aria-invalid={errors.lines ? true : undefined}
                  {...focus(index === 0 && errors.lines)}
                  onChange={() => onAnswer('lines')}
                >
                  {amounts(line).map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </Choice>
              <Choice label="Instead" of={line}>
                <select
                  className="field"
                  name="instead"
                  defaultValue={instead.get(line.line) ?? `${line.line}:`}
                  aria-invalid={errors.instead ? true : undefined}
                  {...focus(index === 0 && !errors.lines && errors.instead)}
                  onChange={({ currentTarget }) => {
                    onAnswer('instead');
                    if (takeAll(currentTarget)) onAnswer('lines');
                  }}
                >
                  <option value={`${line.line}:`}>Choose</option>
                  {line.options.map(({ id, label, isSame }) => (
                    <option key={id} value={`${line.line}:${id}`}>
                      {isSame ? `The same again: ${label}` : label}
                    </option>
                  ))}
                  <option value={`${line.line}:${ADVISE}`}>None of these: please suggest</option>
                </select>
              </Choice>
            </div>
            {line.hasOtherPrices && (
              <p className="text-xs text-soft">
                What costs more or less than you paid is not offered here: please place a new order for it.
              </p>
            )}
          </li>
        ))}
      </ul>
      <FieldError text={errors.lines ?? errors.instead} />
      <p className="mt-2 text-soft">
        We take the new goods out of the shop for you when we approve the request. Should they be sold until then, we
        tell you what else there is.
      </p>
    </fieldset>
  );
}

/** Who chooses what to have instead does not keep it: unless a quantity is chosen, all of it is meant. */
function takeAll(instead: HTMLSelectElement): boolean {
  const pieces = instead.closest('li')?.querySelector<HTMLSelectElement>('[name="pieces"]');
  const all = pieces?.options.item(pieces.options.length - 1)?.value;
  if (!pieces?.value.endsWith(':0') || instead.value.endsWith(':') || !all) return false;
  pieces.value = all;
  return true;
}

function Choice({ label, of, children }: { label: string; of: ExchangeableLine; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
    <label className="block min-w-0">
      <span className="mb-1.5 block">
        {label}
        <span className="sr-only">
          {' '}
          of {of.name} {of.variant}
        </span>
      </span>
      {children}
    </label>
  );
}

/** A length of fabric stays whole. */
function amounts({ line, sellUnit, left }: ExchangeableLine): { value: string; label: string }[] {
  const none = { value: `${line}:0`, label: 'I keep it' };
  if (sellUnit === 'metre') return [none, { value: `${line}:all`, label: `All of it, ${amountText(sellUnit, left)}` }];
  const some = Array.from({ length: left }, (_, index) => index + 1);
  return [none, ...some.map((n) => ({ value: `${line}:${n}`, label: n === 1 ? '1 piece' : `${n} pieces` }))];
}

/** What one select, or several, held when the form was refused: a text, or a list in JSON. */
function pairsOf(typed: string | undefined): Map<number, string> {
  if (!typed) return new Map();
  const texts: string[] = typed.startsWith('[') ? JSON.parse(typed) : [typed];
  return new Map(texts.map((text) => [Number(text.split(':', 1)[0]), text]));
}
