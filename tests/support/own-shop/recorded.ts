import type { Http2Response, Http2Visitor } from '../http2-visitor.ts';
import type { ReceivedMail } from '../mail-server.ts';
import { textOfPdf } from '../pdf-text.ts';

/** A response or an email from the shop. `text` contains its headers, and its body both as sent and decoded. */
export interface Recording {
  where: string;
  text: string;
  bytes?: Buffer;
}

export interface RecordingVisitor {
  get(path: string, headers?: Record<string, string>): Promise<Http2Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Http2Response>;
}

/** Wraps a visitor, and records all responses that the visitor receives. */
export function recordingVisitor(visitor: Http2Visitor, record: (recorded: Recording) => void): RecordingVisitor {
  const recordResponse = (request: string, response: Http2Response) => {
    record({ where: `${request} (${response.status})`, text: responseText(response), bytes: response.body });
    return response;
  };
  return {
    get: async (path, headers) => recordResponse(`GET ${path}`, await visitor.get(path, headers)),
    post: async (path, body, headers) => recordResponse(`POST ${path}`, await visitor.post(path, body, headers)),
  };
}

function responseText({ headers, body }: Http2Response): string {
  const type = String(headers['content-type'] ?? '');
  const isPdf = type.startsWith('application/pdf');
  const text = isPdf ? `${textOfPdf(body)}\n${body.toString('latin1')}` : body.toString();
  return `${JSON.stringify(headers)}\n${text}\n${type.includes('html') || type.includes('xml') ? decodeEntities(text) : ''}`;
}

/** Returns the text, the HTML and the headers of an email. */
export function mailText({ raw }: Pick<ReceivedMail, 'raw'>): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1];
  const parts = raw.split(`--${boundary}`).map((part) => {
    const end = part.indexOf('\r\n\r\n');
    const [head, body] = [part.slice(0, end), part.slice(end + 4)];
    const headers = head.replaceAll(/=\?utf-8\?Q\?(.*?)\?=/gi, (_all, word: string) =>
      decodeQuotedPrintable(word.replaceAll('_', ' ')),
    );
    return `${headers}\n\n${decodeBody(body, head)}`;
  });
  return parts
    .flatMap((part) => [part, decodeEntities(part)])
    .join('\n')
    .replaceAll('\r\n', '\n');
}

function decodeBody(body: string, head: string): string {
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  return /transfer-encoding: quoted-printable/i.test(head) ? decodeQuotedPrintable(body) : body;
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#38': '&', '#39': "'" };

function decodeEntities(text: string): string {
  return text.replaceAll(/&([a-z]+|#\d+);/g, (all, name: string) => ENTITIES[name] ?? all);
}
