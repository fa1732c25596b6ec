import { declaredKind } from '#lib/platform/files/storage/file-kinds.ts';
import { displayName, type UploadRules } from '#lib/platform/files/storage/upload.ts';

interface PickedFile {
  name: string;
  type: string;
  size: number;
  lastModified: number;
}

/** Adds allowed files, skips files that were added before, and reports the rejected files (product.md, "Files"). */
export function addFiles<File extends PickedFile>(
  currentFiles: readonly File[],
  pickedFiles: readonly File[],
  { maxFiles, maxFileBytes, kinds, messages }: UploadRules,
): { files: File[]; problems: string[] } {
  const files = [...currentFiles];
  const problems = new Set<string>();
  for (const file of pickedFiles) {
    const name = displayName(file.name);
    if (files.some((other) => isSameFile(other, file))) continue;
    if (!declaredKind(file.name, file.type, kinds)) problems.add(messages.typeNotAllowed(name));
    else if (file.size > maxFileBytes) problems.add(messages.fileTooLarge(name));
    else if (files.length >= maxFiles) problems.add(messages.tooManyFiles);
    else files.push(file);
  }
  return { files, problems: [...problems] };
}

function isSameFile(a: PickedFile, b: PickedFile): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}

/** Replaces the files of a field in `form`, and returns `form`. */
export function replaceFiles(form: FormData, files: readonly File[], field = 'gallery'): FormData {
  form.delete(field);
  for (const file of files) form.append(field, file, file.name);
  return form;
}
