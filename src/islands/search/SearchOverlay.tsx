import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useCurrencySymbol } from '#islands/products/use-currency-symbol.ts';
import { SearchResults } from '#islands/search/SearchResults.tsx';
import { useSearch } from '#islands/search/use-search.ts';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { isSearchable, NO_RESULTS, SEARCH_MAX_CHARACTERS, searchTerm } from '#lib/catalog/search/search.ts';

interface Props {
  initialText: string;
  onClose: (text: string) => void;
}

export function SearchOverlay({ initialText, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState(initialText);
  const term = searchTerm(text);
  const search = useSearch(term);
  const currencySymbol = useCurrencySymbol();

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      // By default, Escape only clears a search field.
      event.preventDefault();
      onClose(text);
    } else if (box.current) moveFocusByArrow(event, box.current);
  }

  return (
    <Dialog heading="Search" onClose={() => onClose(text)} className="md:mt-16 md:max-w-2xl">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field and the links inside. */}
      <div ref={box} onKeyDown={onKeyDown}>
        <SearchForm text={text} onChange={setText} />
        <p role="status" className="min-h-6 py-1 text-soft">
          {statusText(term, search)}
        </p>
        {search.results && (
          <SearchResults results={search.results} term={search.resultsTerm} currencySymbol={currencySymbol} />
        )}
      </div>
    </Dialog>
  );
}

function SearchForm({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const id = useId();
  return (
    <search>
      <form action="/search" className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          Search
        </label>
        <input
          id={id}
          className="field"
          type="search"
          name="search"
          data-takes-focus
          autoComplete="off"
          minLength={3}
          maxLength={SEARCH_MAX_CHARACTERS}
          placeholder="Search kurtas, khadi, frocks"
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onFocus={(event) => event.target.setSelectionRange(event.target.value.length, event.target.value.length)}
        />
        <button type="submit" className="button">
          Search
        </button>
      </form>
    </search>
  );
}

function moveFocusByArrow(event: KeyboardEvent, box: HTMLElement): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const focusTargets = [...box.querySelectorAll<HTMLElement>('input, [data-result]')];
  const position = focusTargets.indexOf(document.activeElement as HTMLElement);
  const nextTarget =
    focusTargets[(position + (event.key === 'ArrowDown' ? 1 : -1) + focusTargets.length) % focusTargets.length];
  event.preventDefault();
  nextTarget?.focus();
}

function statusText(term: string, search: ReturnType<typeof useSearch>): string {
  if (search.isBusy) return 'Searching';
  if (search.hasFailed) return 'The search did not respond. Press Search to try again on the results page.';
  if (!isSearchable(term)) return term ? 'Type at least three letters.' : '';
  if (!search.results) return '';
  const { product, category, brand, blog, redirect } = search.results;
  const count = product.length + category.length + brand.length + blog.length + (redirect ? 1 : 0);
  return count === 0 ? NO_RESULTS : '';
}
