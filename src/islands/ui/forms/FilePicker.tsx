import { type ComponentProps, type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { addFiles } from '#islands/ui/forms/pick-files.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { CLOSE } from '#islands/ui/icon-paths.ts';
import { ATTACHMENT_RULES, fileSizeText } from '#lib/customers/support/ticket.ts';
import { acceptedTypes } from '#lib/platform/files/storage/file-kinds.ts';
import type { UploadRules } from '#lib/platform/files/storage/upload.ts';

interface Props {
  label?: string;
  rules?: UploadRules;
  help?: string;
  error?: string | undefined;
  files: File[];
  onChange: (files: File[]) => void;
  isDisabled: boolean;
}

const ATTACHMENT_HELP = 'Pictures, PDF, Word, plain text or video (MP4, WebM): up to 20 files of 10 MB each.';

/** A field for choosing or dropping files; without JavaScript, a plain file field. */
export function FilePicker({
  label = 'Files',
  rules = ATTACHMENT_RULES,
  help = ATTACHMENT_HELP,
  error,
  files,
  onChange,
  isDisabled,
}: Props) {
  const id = useId();
  const { input, problems, add, remove } = useFilePicker({ rules, error, files, onChange });
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label} <span className="font-normal text-soft">(optional)</span>
      </label>
      <DropZone onDrop={add} isDisabled={isDisabled}>
        <FileInput
          ref={input}
          id={id}
          rules={rules}
          disabled={isDisabled}
          {...(error === undefined ? {} : { autoFocus: true })}
          aria-invalid={problems.length > 0 || undefined}
          hasFiles={files.length > 0}
          onChange={(event) => add(event.target.files)}
        />
        <p id={`${id}-help`} className="mt-2 text-xs text-soft">
          {help} <span className="pointer-coarse:hidden">You can also drop files here.</span>
        </p>
      </DropZone>
      <Problems id={`${id}-problems`} problems={problems} />
      <ChosenFiles files={files} isDisabled={isDisabled} onRemove={remove} />
    </div>
  );
}

interface FileInputProps extends ComponentProps<'input'> {
  id: string;
  rules: UploadRules;
  hasFiles: boolean;
}

function FileInput({ id, rules, hasFiles, ...props }: FileInputProps) {
  return (
    <input
      id={id}
      type="file"
      name={rules.fileFields[0]}
      multiple
      accept={acceptedTypes(rules.kinds)}
      aria-describedby={`${id}-help ${id}-problems`}
      // Hides the browser's own 'No file chosen', which contradicts the list below.
      className={`${FIELD_CLASS} ${hasFiles ? 'text-transparent' : ''}`}
      {...props}
    />
  );
}

function Problems({ id, problems }: { id: string; problems: string[] }) {
  return (
    <div id={id} role="alert" className="text-madder">
      {problems.map((problem) => (
        <p key={problem} className="mt-1.5 wrap-anywhere">
          {problem}
        </p>
      ))}
    </div>
  );
}

const FIELD_CLASS =
  'min-h-11 w-full max-w-full file:text-ink file:mr-3 file:min-h-11 file:cursor-pointer file:border file:border-ink file:px-4 file:font-semibold disabled:file:cursor-default disabled:file:border-line disabled:file:text-soft';

function useFilePicker({
  rules,
  error,
  files,
  onChange,
}: Pick<Props, 'error' | 'files' | 'onChange'> & { rules: UploadRules }) {
  const input = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState(error ? [error] : []);

  function add(addedFiles: FileList | null | undefined): void {
    const result = addFiles(files, [...(addedFiles ?? [])], rules);
    setProblems(result.problems);
    onChange(result.files);
    // The files in `files` are sent. Files that stay in the field would be sent twice.
    if (input.current) input.current.value = '';
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: adds the files chosen before hydration, once.
  useEffect(() => {
    if (input.current?.files?.length) add(input.current.files);
  }, []);

  function remove(file: File): void {
    onChange(files.filter((other) => other !== file));
    // The pressed button no longer exists, so the focus would be lost.
    input.current?.focus();
  }

  return { input, problems, add, remove };
}

interface ChosenFilesProps {
  files: File[];
  isDisabled: boolean;
  onRemove: (file: File) => void;
}

function ChosenFiles({ files, isDisabled, onRemove }: ChosenFilesProps) {
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

interface DropZoneProps {
  isDisabled: boolean;
  onDrop: (files: FileList) => void;
  children: ReactNode;
}

function DropZone({ isDisabled, onDrop, children }: DropZoneProps) {
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
