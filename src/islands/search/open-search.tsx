import { SearchOverlay } from '#islands/search/SearchOverlay.tsx';
import { mountDialog } from '#islands/ui/mount-dialog.ts';

export function openSearch(trigger: HTMLElement): void {
  trigger.focus({ preventScroll: true });
  const field = trigger instanceof HTMLInputElement ? trigger : undefined;
  const render = (close: () => void) => (
    <SearchOverlay
      initialText={field?.value ?? ''}
      onClose={(text) => {
        close();
        if (field) field.value = text;
      }}
    />
  );
  mountDialog(render, { name: 'search' });
}
