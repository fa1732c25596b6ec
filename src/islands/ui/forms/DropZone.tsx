import { type DragEvent, type ReactNode, useState } from 'react';

interface Props {
  isDisabled: boolean;
  onDrop: (files: FileList) => void;
  children: ReactNode;
}

export function DropZone({ isDisabled, onDrop, children }: Props) {
  const [isDragOver, setDragOver] = useState(false);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setDragOver(false);
    if (!isDisabled) onDrop(event.dataTransfer.files);
  }

  function dragOver(event: DragEvent): void {
    event.preventDefault();
    setDragOver(true);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside does the same by keyboard.
    <div
      className={`border border-dashed p-4 ${isDragOver ? 'border-indigo bg-cloth' : 'border-soft'}`}
      onDrop={drop}
      onDragOver={dragOver}
      onDragLeave={() => setDragOver(false)}
    >
      {children}
    </div>
  );
}
