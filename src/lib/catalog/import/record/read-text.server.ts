import { createReadStream } from 'node:fs';
import { ImportFileError } from '#lib/catalog/import/record/import-source.ts';

/**
 * Yields the text of a file in chunks, without a byte order mark. Throws an ImportFileError if the file is not UTF-8.
 */
export async function* readText(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lineNumber = 1;
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (error) {
      const problem = `is not valid UTF-8 (on line ${lineNumber} or later). Open it in a spreadsheet and save it as "CSV UTF-8"`;
      throw new ImportFileError(`${path} ${problem}.`, { cause: error });
    }
  };
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const text = decode(bytes as Buffer);
    yield text;
    for (let position = text.indexOf('\n'); position !== -1; position = text.indexOf('\n', position + 1)) lineNumber++;
  }
  yield decode();
}
