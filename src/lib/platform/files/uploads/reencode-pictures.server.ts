import { rename } from 'node:fs/promises';
import { isPictureRefusal, isPictureWorkerExited } from '#lib/platform/files/pictures/picture-errors.ts';
import { headerRefusal } from '#lib/platform/files/pictures/picture-header.ts';
import type { PictureMaker } from '#lib/platform/files/pictures/picture-maker.server.ts';
import type { UploadFormat } from '#lib/platform/files/pictures/picture-tasks.server.ts';
import { FILE_KINDS } from '#lib/platform/files/storage/file-kinds.ts';
import { FileError, type UploadedFile, type UploadRules } from '#lib/platform/files/storage/upload.ts';

const BUSY = 'Pictures can’t be accepted right now. Please try again in a minute.';

type Rules = Pick<UploadRules, 'squareEdge' | 'messages'>;

type UploadedPicture = UploadedFile & { kind: UploadFormat };

export function isPicture(file: UploadedFile): file is UploadedPicture {
  return FILE_KINDS[file.kind].shownAs === 'picture';
}

/** Re-encodes each picture, to remove metadata such as the location. Throws FileError, and system errors. */
export async function reencodePictures(files: UploadedFile[], maker: PictureMaker, rules: Rules): Promise<void> {
  // One by one, so that pictures from other forms are not delayed.
  for (const file of files.filter(isPicture))
    await reencode(file, maker, rules).catch((error: unknown) => {
      throw asRefusal(error, file, rules);
    });
}

async function reencode(file: UploadedPicture, maker: PictureMaker, { squareEdge, messages }: Rules): Promise<void> {
  const { path, name, kind: format } = file;
  const header = await maker.readHeader(path);
  if (!header) throw new FileError('busy', BUSY);
  const refusal = headerRefusal(header);
  if (header.format !== format || refusal === 'bomb') throw new FileError('wrong_type', messages.typeNotAllowed(name));
  if (refusal === 'heavy')
    throw new FileError('too_large', `${name} has too many pixels. Please make it smaller and send it again.`);
  const target = `${path}.encoded`;
  const encodedPicture = squareEdge
    ? await maker.make('square', { source: path, target, edge: squareEdge }, { header })
    : await maker.make('reencode', { source: path, target, format }, { header });
  if (!encodedPicture) throw new FileError('busy', BUSY);
  await rename(target, path);
  file.bytes = encodedPicture.bytes;
  if (squareEdge) file.kind = 'webp';
}

function asRefusal(error: unknown, { name }: UploadedFile, { messages }: Rules): unknown {
  if (isPictureWorkerExited(error)) return new FileError('busy', BUSY, { cause: error });
  if (isPictureRefusal(error)) return new FileError('wrong_type', messages.typeNotAllowed(name));
  return error;
}
