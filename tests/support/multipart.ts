import { setTimeout } from 'node:timers/promises';

/** One part of a multipart body. */
export interface Part {
  name: string;
  fileName?: string;
  type?: string;
  content: string | Uint8Array;
}

const BOUNDARY = '----taanaBoundary7MA4YWxkTrZu0gW';
export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export function multipartBody(parts: Part[]): Buffer {
  const pieces = parts.flatMap(({ name, fileName, type, content }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    const contentType = type === undefined ? '' : `\r\nContent-Type: ${type}`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}${contentType}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/**
 * Creates a request whose body arrives in pieces of `pieceBytes` bytes. If `fails` is true, the body is aborted after
 * the last piece. If `isSlow` is true, each piece and the end are delayed by a few milliseconds.
 */
export function multipartRequest(body: Buffer, { pieceBytes = 16_384, fails = false, isSlow = false } = {}): Request {
  let sentBytes = 0;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (isSlow) await setTimeout(5);
      if (sentBytes < body.length) {
        controller.enqueue(body.subarray(sentBytes, sentBytes + pieceBytes));
        sentBytes += pieceBytes;
      } else if (fails) controller.error(new Error('aborted'));
      else controller.close();
    },
  });
  const init = { method: 'POST', body: stream, duplex: 'half', headers: { 'content-type': MULTIPART_TYPE } };
  return new Request('http://localhost/upload', init as RequestInit);
}
