import { hash } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

/** The headers that Chromium sends when a visitor goes from one page of the shop to another. */
export const NAVIGATION_HEADERS = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  'sec-ch-ua': '"Chromium";v="156"',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'same-origin',
};
const DCZ_HEADER_BYTES = 40;

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

/** A client that has a page of the shop as its dictionary, as a browser would. */
export class DictionaryClient {
  readonly origin: string;
  readonly dictionary: Buffer;

  private constructor(origin: string, dictionary: Buffer) {
    this.origin = origin;
    this.dictionary = dictionary;
  }

  /** Opens the first page of a visit. Throws an error if the page is not offered as a dictionary. */
  static async open(origin: string, path = '/'): Promise<DictionaryClient> {
    const response = await sendRequest(origin + path, NAVIGATION_HEADERS);
    if (!isOffered(response)) throw new Error(`${path} is not offered as a dictionary.`);
    return new DictionaryClient(origin, decodeBody(response));
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

/** Returns whether the browser may use the response as a dictionary (RFC 9842). */
export function isOffered({ headers }: EncodedResponse): boolean {
  return headers['use-as-dictionary'] !== undefined;
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
