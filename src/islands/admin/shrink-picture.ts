/** The maximum length of the longer edge of a picture that the server stores. */
const MAX_EDGE_PX = 2_000;
const JPEG_QUALITY = 0.88;
const SMALL_FILE_BYTES = 400_000;

interface NamedPicture {
  blob: Blob;
  name: string;
}

/**
 * Returns a JPEG with at most 2,000 pixels on its longer edge; or the original file if it is small, can't be decoded in
 * the browser, or would not become smaller.
 */
export async function shrinkPicture(file: File): Promise<NamedPicture> {
  if (file.size <= SMALL_FILE_BYTES) return { blob: file, name: file.name };
  const blob = await scaleDown(file).catch(() => {
    // The browser can't decode the file. The server checks whether the file is a picture.
    return undefined;
  });
  return blob && blob.size < file.size
    ? { blob, name: file.name.replace(/\.[^.]*$/, '.jpg') }
    : { blob: file, name: file.name };
}

async function scaleDown(file: File): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, MAX_EDGE_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  // Without a background, transparent areas would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', JPEG_QUALITY));
}
