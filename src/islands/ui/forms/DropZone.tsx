import { type DragEvent, type ReactNode, useState } from 'react';

interface Props {
  isDisabled: boolean;
  onDrop: (files: FileList) => void;
  children: ReactNode;
}

export function DropZone({ isDisabled, onDrop, children }: Props) {
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    if (!isDisabled) onDrop(event.dataTransfer.files);
  }

  function over(event: DragEvent): void {
    event.preventDefault();
    setOver(true);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside does the same by keyboard.
    <div
      className={`border border-dashed p-4 ${isOver ? 'border-indigo bg-cloth' : 'border-soft'}`}
      onDrop={drop}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
    >
      {children}
    </div>
  );
}
