import { createRoot } from 'react-dom/client';
import { SearchOverlay } from '#islands/search/SearchOverlay.tsx';

/** Opens the search over the page; what was typed into the page's own field meanwhile goes on in the overlay's. */
export function openSearch(trigger: HTMLElement): void {
  if (document.querySelector('[data-search-overlay]')) return;
  trigger.focus({ preventScroll: true });
  const place = document.createElement('div');
  place.dataset.searchOverlay = '';
  document.body.append(place);
  const root = createRoot(place);
  const typed = trigger instanceof HTMLInputElement ? trigger.value : '';

  root.render(
    <SearchOverlay
      typed={typed}
      onClose={(text) => {
        root.unmount();
        place.remove();
        if (trigger instanceof HTMLInputElement) trigger.value = text;
      }}
    />,
  );
}
