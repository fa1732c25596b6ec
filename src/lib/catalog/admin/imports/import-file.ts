import type { UploadRules } from '#lib/platform/files/storage/upload.ts';

export const NO_FILE = 'Choose a file.';

export const IMPORT_FILE: UploadRules = {
  fileFields: ['file'],
  maxFiles: 1,
  maxFileBytes: 64 * 1024 * 1024,
  maxFields: 10,
  maxFieldBytes: 1_000,
  kinds: ['csv', 'jsonl'],
  messages: {
    tooManyFiles: 'Choose only one file.',
    fileTooLarge: () => 'The file is larger than 64 MB. Divide it into several files.',
    typeNotAllowed: () =>
      'Choose a .csv or .jsonl file. In a spreadsheet, save it as “CSV UTF-8”; in Google Sheets, download it as CSV.',
  },
};
