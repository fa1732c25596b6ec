import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';

/** Internal header for a body that is sent while it is generated; never sent to the client. */
const STREAM_HEADER = 'x-streamed';

/**
 * Returns a download that is too large for memory. Each chunk is created when the client can receive it; the iterator
 * is closed when the client disconnects.
 */
export function downloadInChunks(
  chunks: AsyncIterable<string>,
  { type, name }: { type: string; name: string },
): Response {
  const body = ReadableStream.from(bytesOf(chunks)) as unknown as BodyInit;
  const disposition = `attachment; filename="${name}"`;
  return new Response(body, {
    headers: { 'content-type': type, 'content-disposition': disposition, [STREAM_HEADER]: '1' },
  });
}

async function* bytesOf(chunks: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

/** Returns the body that must be sent in chunks, if there is one, and removes the internal header. */
export function takeStream({ headers, body }: Response): Readable | undefined {
  if (!headers.has(STREAM_HEADER) || !body) return undefined;
  headers.delete(STREAM_HEADER);
  return Readable.fromWeb(body as ReadableStream<Uint8Array>, { highWaterMark: 1 });
}

/** Throws if the body fails, but not if the client has disconnected. */
export async function sendStream(
  res: ServerResponse,
  { status, headers }: { status: number; headers: OutgoingHttpHeaders },
  stream: Readable,
): Promise<void> {
  let streamError: unknown;
  stream.once('error', (error) => {
    streamError ??= res.closed ? undefined : error;
  });
  res.writeHead(status, headers);
  // An error of the stream is in `streamError`.
  await pipeline(stream, res).catch(() => res.destroy());
  if (streamError) throw streamError;
}
