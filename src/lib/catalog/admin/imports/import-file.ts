import type { UploadRules } from '#lib/platform/files/storage/upload.ts';

const MAX_BYTES = 64 * 1024 * 1024;

const MESSAGES = {
  noFile: 'Choose a file.',
  tooManyFiles: 'Choose only one file.',
  tooLarge: 'The file is larger than 64 MB. Divide it into several files.',
  wrongType:
    'Choose a .csv or .jsonl file. In a spreadsheet, save it as “CSV UTF-8”; in Google Sheets, download it as CSV.',
} as const;

export const NO_FILE = MESSAGES.noFile;

export const IMPORT_FILE: UploadRules = {
  fileFields: ['file'],
  maxFiles: 1,
  maxFileBytes: MAX_BYTES,
  maxFields: 10,
  maxFieldBytes: 1_000,
  kinds: ['csv', 'jsonl'],
  messages: {
    tooManyFiles: MESSAGES.tooManyFiles,
    fileTooLarge: () => MESSAGES.tooLarge,
    typeNotAllowed: () => MESSAGES.wrongType,
  },
};
