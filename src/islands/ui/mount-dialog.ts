import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

interface Options {
  /** The name of the dialog. Only one dialog with this name is open at a time. */
  name?: string;
  /** The element after which the dialog is inserted; by default it is the last element of the body. */
  after?: Element;
}

interface MountedDialog {
  close(): void;
  rerender(): void;
}

/** Opens a React dialog over the page. Returns `undefined` if a dialog with this name is already open. */
export function mountDialog(
  render: (close: () => void) => ReactNode,
  { name = '', after }: Options = {},
): MountedDialog | undefined {
  if (name && document.querySelector(`[data-dialog="${name}"]`)) return undefined;
  const element = document.createElement('div');
  element.dataset.dialog = name;
  if (after) after.after(element);
  else document.body.append(element);
  const root = createRoot(element);
  const rerender = () => root.render(render(close));

  function close(): void {
    root.unmount();
    element.remove();
  }

  rerender();
  return { close, rerender };
}
