import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';

/** The internal header of a response whose body is sent while it is generated. It is never sent to the client. */
const STREAM_HEADER = 'x-streamed';

/**
 * Returns a response with a CSV file that is too large for memory. `name` is the file's name without `.csv`. Each chunk
 * is created when the client can receive it. When the client disconnects, the iterator is closed.
 */
export function downloadCsv(chunks: AsyncIterable<string>, name: string): Response {
  return new Response(ReadableStream.from(bytesOf(chunks)) as unknown as BodyInit, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      [STREAM_HEADER]: '1',
    },
  });
}

async function* bytesOf(chunks: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

/** Removes the internal header, and returns the body to send in chunks. Returns undefined if the header is missing. */
export function takeStream({ headers, body }: Response): Readable | undefined {
  if (!headers.has(STREAM_HEADER) || !body) return undefined;
  headers.delete(STREAM_HEADER);
  return Readable.fromWeb(body as ReadableStream<Uint8Array>, { highWaterMark: 1 });
}

/**
 * Sends the response with the stream as its body. Throws if the stream fails, but not if the client has disconnected.
 */
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
