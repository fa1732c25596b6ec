import { hash } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

/** The headers that Chromium sends when a visitor goes from one page of the shop to another. */
export const NAVIGATION_HEADERS = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  'sec-ch-ua': '"Chromium";v="156"',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'same-origin',
};
const DCZ_HEADER_BYTES = 40;
/** The pause between polls in milliseconds, which leaves CPU time to the thread that builds the dictionary. */
const POLL_MS = 100;

export interface EncodedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as sent, which may be compressed. */
  body: Buffer;
}

export function sendRequest(
  address: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<EncodedResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    outgoing.on('error', reject).end();
  });
}

/** A client that has fetched the shop's dictionary, as a browser would. */
export class DictionaryClient {
  readonly origin: string;
  readonly dictionary: Buffer;
  readonly path: string;

  private constructor(origin: string, path: string, dictionary: Buffer) {
    this.origin = origin;
    this.path = path;
    this.dictionary = dictionary;
  }

  /** Waits until the shop links to a dictionary, and fetches it. */
  static async open(origin: string): Promise<DictionaryClient> {
    for (;;) {
      const { headers } = await sendRequest(`${origin}/faq`, NAVIGATION_HEADERS);
      const path = /<(.+)>; rel="compression-dictionary"/.exec(String(headers.link))?.[1];
      if (path) {
        const dictionary = decodeBody(await sendRequest(origin + path, NAVIGATION_HEADERS));
        return new DictionaryClient(origin, path, dictionary);
      }
      await wait(POLL_MS);
    }
  }

  get headers() {
    return {
      ...NAVIGATION_HEADERS,
      'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz',
      'available-dictionary': `:${hash('sha256', this.dictionary, 'base64')}:`,
    };
  }

  get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<EncodedResponse> {
    return sendRequest(this.origin + path, { ...this.headers, ...headers }, method);
  }

  decode(response: EncodedResponse): Buffer {
    return decodeBody(response, this.dictionary);
  }
}

/** Returns the decompressed body of a response. Throws an error if the body needs a dictionary and none is passed. */
export function decodeBody({ headers, body }: EncodedResponse, dictionary?: Buffer): Buffer {
  const coding = headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(body);
  if (coding === 'gzip') return gunzipSync(body);
  if (coding === 'zstd') return zstdDecompressSync(body);
  if (coding !== 'dcz') return body;
  if (!dictionary) throw new Error('A dictionary is needed.');
  return zstdDecompressSync(body.subarray(DCZ_HEADER_BYTES), { dictionary });
}
