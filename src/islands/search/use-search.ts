import { useEffect, useState } from 'react';
import { fetchSearch, type SearchResponse } from '#islands/search/search.client.ts';
import { isSearchable, SEARCH_DEBOUNCE_MS } from '#lib/catalog/search/search.ts';

interface SearchState {
  results?: SearchResponse;
  resultsTerm: string;
  isBusy: boolean;
  hasFailed: boolean;
}

const INITIAL_STATE: SearchState = { resultsTerm: '', isBusy: false, hasFailed: false };

/** Searches after a pause in typing. Earlier results are kept until the new results arrive. */
export function useSearch(term: string): SearchState {
  const [state, setState] = useState(INITIAL_STATE);

  useEffect(() => {
    if (!isSearchable(term)) {
      setState(INITIAL_STATE);
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      setState((current) => ({ ...current, isBusy: true, hasFailed: false }));
      fetchSearch(term, controller.signal).then(
        (results) => setState({ results, resultsTerm: term, isBusy: false, hasFailed: false }),
        () => {
          if (!controller.signal.aborted) setState({ ...INITIAL_STATE, hasFailed: true });
        },
      );
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [term]);

  return state;
}
