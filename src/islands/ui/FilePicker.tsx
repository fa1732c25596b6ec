import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { addFiles } from '#islands/ui/pick-files.ts';
import { acceptedTypes } from '#lib/platform/files/file-kinds.ts';
import type { UploadRules } from '#lib/platform/files/upload.ts';
import { ATTACHMENT_RULES, fileSize } from '#lib/tickets/ticket.ts';

interface Props {
  label?: string;
  /** Tickets' own unless others are given. */
  rules?: UploadRules;
  /** What may be added, in words. */
  help?: string;
  /** Why they were refused without a script. */
  said?: string | undefined;
  files: File[];
  onChange: (files: File[]) => void;
  isDisabled: boolean;
}

const ATTACHMENT_HELP = 'Pictures, PDF, Word, plain text or film (MP4, WebM): up to 20 files of 10 MB each.';

/** Files for a ticket or a reply: chosen, or dropped on it. Without a script it is the browser's own field. */
export function FilePicker({
  label = 'Files',
  rules = ATTACHMENT_RULES,
  help = ATTACHMENT_HELP,
  said,
  files,
  onChange,
  isDisabled,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState(said ? [said] : []);
  const [isOver, setOver] = useState(false);

  function add(list: FileList | null | undefined): void {
    const result = addFiles(files, [...(list ?? [])], rules);
    setProblems(result.problems);
    onChange(result.files);
    // The list below is what is sent; the field itself would send its files a second time.
    if (input.current) input.current.value = '';
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: files chosen before this code was there are taken over once.
  useEffect(() => {
    if (input.current?.files?.length) add(input.current.files);
  }, []);

  function remove(file: File): void {
    onChange(files.filter((other) => other !== file));
    // The focus would be lost with the button.
    input.current?.focus();
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    if (!isDisabled) add(event.dataTransfer.files);
  }

  function over(event: DragEvent): void {
    event.preventDefault();
    setOver(true);
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label} <span className="font-normal text-soft">(optional)</span>
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to the field inside, which has keys. */}
      <div
        className={`border border-dashed p-4 ${isOver ? 'border-indigo bg-cloth' : 'border-soft'}`}
        onDrop={drop}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
      >
        <input
          ref={input}
          id={id}
          type="file"
          name={rules.fileFields[0]}
          multiple
          accept={acceptedTypes(rules.kinds)}
          disabled={isDisabled}
          {...(said === undefined ? {} : { autoFocus: true })}
          aria-invalid={problems.length > 0 || undefined}
          aria-describedby={`${id}-help ${id}-problems`}
          // The browser says 'No file chosen' beside the button, whatever stands in the list below.
          className={`min-h-11 w-full max-w-full file:text-ink ${files.length > 0 ? 'text-transparent' : ''} file:mr-3 file:min-h-11 file:cursor-pointer file:border file:border-ink file:px-4 file:font-semibold disabled:file:cursor-default disabled:file:border-line disabled:file:text-soft`}
          onChange={(event) => add(event.target.files)}
        />
        <p id={`${id}-help`} className="mt-2 text-xs text-soft">
          {help} <span className="pointer-coarse:hidden">You may drop them here.</span>
        </p>
      </div>
      <div id={`${id}-problems`} role="alert" className="text-madder">
        {problems.map((problem) => (
          <p key={problem} className="mt-1.5 wrap-anywhere">
            {problem}
          </p>
        ))}
      </div>
      {files.length > 0 && (
        <ul className="mt-3 grid gap-px" aria-label="Chosen files">
          {files.map((file) => (
            <li
              key={`${file.name} ${file.size} ${file.lastModified}`}
              className="flex min-h-11 items-center gap-3 border-b border-line"
            >
              <span className="min-w-0 grow wrap-anywhere">{file.name}</span>
              <span className="shrink-0 text-soft tabular-nums">{fileSize(file.size)}</span>
              <button
                type="button"
                className="icon-button shrink-0 disabled:text-line"
                aria-label={`Remove ${file.name}`}
                disabled={isDisabled}
                onClick={() => remove(file)}
              >
                <svg
                  className="size-5"
                  viewBox="0 0 24 24"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.5"
                  aria-hidden="true"
                >
                  <path d="m6 6 12 12M18 6 6 18" />
                </svg>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
