import { Icon } from '#islands/ui/Icon.tsx';
import { CLOSE } from '#islands/ui/icon-paths.ts';
import { fileSizeText } from '#lib/customers/support/ticket.ts';

interface Props {
  files: File[];
  isDisabled: boolean;
  onRemove: (file: File) => void;
}

export function ChosenFiles({ files, isDisabled, onRemove }: Props) {
  if (files.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-px" aria-label="Chosen files">
      {files.map((file) => (
        <li
          key={`${file.name} ${file.size} ${file.lastModified}`}
          className="flex min-h-11 items-center gap-3 border-b border-line"
        >
          <span className="min-w-0 grow wrap-anywhere">{file.name}</span>
          <span className="shrink-0 text-soft tabular-nums">{fileSizeText(file.size)}</span>
          <button
            type="button"
            className="icon-button shrink-0 disabled:text-line"
            aria-label={`Remove ${file.name}`}
            disabled={isDisabled}
            onClick={() => onRemove(file)}
          >
            <Icon path={CLOSE} className="size-5" />
          </button>
        </li>
      ))}
    </ul>
  );
}
