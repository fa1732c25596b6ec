/** A file must match its kind in extension, declared type (if it has one) and first bytes. */
export interface FileKind {
  extensions: readonly string[];
  types: readonly [string, ...string[]];
  /** The types that `file-type` detects in the bytes. Empty for text formats, which `matchesFileKind` checks itself. */
  detectedTypes: readonly string[];
  shownAs: 'picture' | 'player' | 'name';
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export const FILE_KINDS = {
  png: { extensions: ['png'], types: ['image/png'], detectedTypes: ['image/png'], shownAs: 'picture' },
  jpeg: {
    extensions: ['jpg', 'jpeg'],
    types: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
    detectedTypes: ['image/jpeg'],
    shownAs: 'picture',
  },
  webp: { extensions: ['webp'], types: ['image/webp'], detectedTypes: ['image/webp'], shownAs: 'picture' },
  gif: { extensions: ['gif'], types: ['image/gif'], detectedTypes: ['image/gif'], shownAs: 'picture' },
  /** `safeSvg` checks the content of SVG files. */
  svg: { extensions: ['svg'], types: ['image/svg+xml'], detectedTypes: [], shownAs: 'name' },
  woff2: {
    extensions: ['woff2'],
    types: ['font/woff2', 'application/font-woff2', 'application/x-font-woff2'],
    detectedTypes: ['font/woff2'],
    shownAs: 'name',
  },
  pdf: { extensions: ['pdf'], types: ['application/pdf'], detectedTypes: ['application/pdf'], shownAs: 'name' },
  doc: { extensions: ['doc'], types: ['application/msword'], detectedTypes: ['application/x-cfb'], shownAs: 'name' },
  docx: { extensions: ['docx'], types: [DOCX], detectedTypes: [DOCX, 'application/zip'], shownAs: 'name' },
  csv: {
    extensions: ['csv'],
    types: ['text/csv', 'application/csv', 'application/vnd.ms-excel', 'text/plain'],
    detectedTypes: [],
    shownAs: 'name',
  },
  jsonl: {
    extensions: ['jsonl', 'ndjson'],
    types: ['application/jsonl', 'application/x-ndjson', 'application/x-jsonlines', 'application/json', 'text/plain'],
    detectedTypes: [],
    shownAs: 'name',
  },
  text: { extensions: ['txt'], types: ['text/plain'], detectedTypes: [], shownAs: 'name' },
  mp4: {
    extensions: ['mp4'],
    types: ['video/mp4'],
    detectedTypes: ['video/mp4', 'video/x-m4v'],
    shownAs: 'player',
  },
  webm: { extensions: ['webm'], types: ['video/webm'], detectedTypes: ['video/webm'], shownAs: 'player' },
} as const satisfies Record<string, FileKind>;

export type FileKindName = keyof typeof FILE_KINDS;

const UNDECLARED_TYPES = new Set(['', 'application/octet-stream']);

/** Returns the kind of an uploaded file by its name and type, or undefined if it is not allowed. */
export function declaredKind(
  name: string,
  type: string,
  allowedKinds: readonly FileKindName[],
): FileKindName | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const declaredType = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return allowedKinds.find((kindName) => {
    const kind: FileKind = FILE_KINDS[kindName];
    return (
      kind.extensions.includes(extension) && (UNDECLARED_TYPES.has(declaredType) || kind.types.includes(declaredType))
    );
  });
}

/** Returns the value of the attribute `accept`: extensions and types, because some systems know only one of them. */
export function acceptedTypes(kinds: readonly FileKindName[]): string {
  return kinds
    .flatMap((name) => {
      const { extensions, types }: FileKind = FILE_KINDS[name];
      return [...extensions.map((extension) => `.${extension}`), types[0]];
    })
    .join(',');
}
