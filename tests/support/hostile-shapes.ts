/** Bodies and addresses that are cheap to send but may be expensive to parse. */

/** A length in bytes that is slightly less than the 64 kB that the shop accepts in a body without files. */
const BODY_BYTES = 64 * 1024 - 1_024;
const ADDRESS_BYTES = 7_600;

/** Texts that can make regular expressions backtrack and comparisons slow if they are repeated many times. */
export const HOSTILE_TEXTS: Record<string, string> = {
  'one long word': 'a',
  digits: '1',
  spaces: ' ',
  hyphens: '-',
  'at signs': 'a@',
  dots: 'a.',
  slashes: '/',
  backslashes: '\\',
  'opening tags': '<a ',
  ampersands: '&amp',
  quotes: `"'`,
  'line ends': '\r\n',
  'combining marks': 'a\u0301\u0327',
  'a family emoji': '👨‍👩‍👧‍👦',
  'a ligature of 18 characters': '\ufdfa',
  'right to left': '\u202eا',
  brackets: '[{(',
};

/** Repeats a text as often as it fits into a number of bytes. */
function repeatToSize(unit: string, bytes: number): string {
  return unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));
}

export interface HostileBody {
  name: string;
  type: string;
  body: string | Buffer;
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data; boundary=b';

/** Hostile bodies for any endpoint, whatever fields it reads. */
export const HOSTILE_BODIES: HostileBody[] = [
  ...['a&', 'a=1&', '=', '&', '%', '%41', '+', 'a[]=1&', '%00&', 'é='].map((unit) => form(unit)),
  { name: 'form of many names', type: FORM, body: repeatNumbered((n) => `f${n}=&`) },
  json('lists in lists', `{"a":${nested('[', ']')}}`),
  json('objects in objects', nested('{"a":', '}', '1')),
  json('a list of numbers', `{"a":[${repeatNumbered(() => '1,')}1]}`),
  json('many members', `{${repeatNumbered((n) => `"f${n}":1,`)}"a":1}`),
  json('the same name repeatedly', `{${repeatToSize('"a":1,', BODY_BYTES)}"a":1}`),
  json('a long number', `{"a":${repeatToSize('9', BODY_BYTES)}}`),
  json('a long fraction', `{"a":0.${repeatToSize('3', BODY_BYTES)}e-308}`),
  json('escapes', `{"a":"${repeatToSize('\\u0000', BODY_BYTES)}"}`),
  json('unpaired surrogates', `{"a":"${repeatToSize('\\ud83d', BODY_BYTES)}"}`),
  json('an unterminated string', `{"a":"${repeatToSize('x', BODY_BYTES)}`),
  json('spaces', `${repeatToSize(' ', BODY_BYTES)}{`),
  json('__proto__ in __proto__', nested('{"__proto__":', '}', '1')),
  multipart('parts of one name', repeatToSize(part('a', '1'), BODY_BYTES)),
  multipart(
    'parts of many names',
    repeatNumbered((n) => part(`f${n}`, '')),
  ),
  multipart('boundaries', repeatToSize('--b\r\n', BODY_BYTES)),
  multipart(
    'incomplete boundaries',
    `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${repeatToSize('\r\n--', BODY_BYTES)}`,
  ),
  multipart(
    'a long header',
    `--b\r\nContent-Disposition: form-data; name="${repeatToSize('a', BODY_BYTES)}"\r\n\r\n1\r\n--b--\r\n`,
  ),
  multipart('many headers', `--b\r\n${repeatToSize('X-A: b\r\n', BODY_BYTES)}\r\n1\r\n--b--\r\n`),
  multipart(
    'parameters of a header',
    `--b\r\nContent-Disposition: form-data;${repeatToSize(' a="b";', BODY_BYTES)}\r\n\r\n1\r\n--b--\r\n`,
  ),
  multipart(
    'escapes in a name',
    `--b\r\nContent-Disposition: form-data; name="${repeatToSize('%22\\"', BODY_BYTES)}"\r\n\r\n1\r\n--b--\r\n`,
  ),
  multipart(
    'files without an end',
    repeatToSize('--b\r\nContent-Disposition: form-data; name="a"; filename="a.png"\r\n\r\n', BODY_BYTES),
  ),
  {
    name: 'multipart with a boundary of hyphens',
    type: `multipart/form-data; boundary=${'-'.repeat(69)}`,
    body: repeatToSize('-', BODY_BYTES),
  },
  { name: 'multipart with a long type', type: `multipart/form-data; ${'boundary="b'.repeat(600)}`, body: '--b--' },
  { name: 'bytes that are not UTF-8', type: FORM, body: Buffer.alloc(BODY_BYTES, 0xff) },
];

/** Returns bodies in which one field has a long text, many values or nested lists. The other fields are `others`. */
export function fieldBodies(field: string, others: object): HostileBody[] {
  const texts = Object.entries(HOSTILE_TEXTS).map(([name, unit]) => {
    const times = (BODY_BYTES - JSON.stringify(others).length) / (Buffer.byteLength(JSON.stringify(unit)) - 2);
    return json(`${field} of ${name}`, JSON.stringify(withField(others, field, unit.repeat(times))));
  });
  const nestedLists: unknown = JSON.parse(nested('[', ']', '', 14));
  return [
    ...texts,
    json(`${field} of 900 texts`, JSON.stringify(withField(others, field, Array(900).fill('a')))),
    json(`${field} of lists in lists`, JSON.stringify(withField(others, field, nestedLists))),
    form(`${encodeURIComponent(field)}=${'9'.repeat(600)}&`, 99),
  ];
}

function withField(others: object, field: string, value: unknown): object {
  const [group = '', inner] = field.split('.');
  const before = (others as Record<string, unknown>)[group];
  return { ...others, [group]: inner === undefined ? value : { ...(before as object), [inner]: value } };
}

/** Returns query strings whose length is up to `ADDRESS_BYTES`, which is almost the maximum that the shop accepts. */
export function hostileQueries(names: string[]): string[] {
  const bytesPerName = Math.floor(ADDRESS_BYTES / names.length) - 24;
  const textQueries = Object.values(HOSTILE_TEXTS).map((unit) =>
    names.map((name) => `${name}=${repeatEncoded(unit, Math.max(bytesPerName, 12))}`).join('&'),
  );
  return [
    ...textQueries,
    repeatToSize('a&', ADDRESS_BYTES),
    repeatToSize('%', ADDRESS_BYTES),
    repeatToSize('size=a&', ADDRESS_BYTES),
    repeatToSize('?', ADDRESS_BYTES),
    repeatToSize('page=9', ADDRESS_BYTES),
  ].map((query) => `?${query.slice(0, ADDRESS_BYTES)}`);
}

/** Returns a long, percent-encoded text for a parameter or a path segment. */
export function repeatEncoded(unit: string, bytes = ADDRESS_BYTES): string {
  return repeatToSize(encodeURIComponent(unit), bytes);
}

/** Ends of paths that are expensive to normalise. Their length is almost the maximum that the shop accepts. */
export const HOSTILE_PATHS = ['/', '\\', '/a', './', '../', '%2F', '%25', '%2525', ';', '//\\'].map((unit) =>
  repeatToSize(unit, ADDRESS_BYTES),
);

/** Sets of headers that the shop reads. Each set is almost as long as the maximum that Node.js accepts. */
export const HOSTILE_HEADERS: Record<string, string>[] = [
  { cookie: repeatToSize('a=;', 14_000) },
  { cookie: `notice=${repeatEncoded('[', 7_000)}; typed=${'A'.repeat(6_000)}` },
  { cookie: repeatToSize('session=x; ', 14_000) },
  { 'accept-encoding': repeatToSize('br;q=0.0', 7_000), 'if-none-match': repeatToSize('W/"', 6_000) },
  { referer: `http://localhost/${'/'.repeat(12_000)}`, range: `bytes=${'0'.repeat(1_000)}-` },
  { 'x-forwarded-for': repeatToSize('1,', 12_000), accept: repeatToSize('text/html;', 2_000) },
  { 'user-agent': repeatToSize('(Android ', 12_000), 'accept-language': repeatToSize('en-', 2_000) },
];

function form(unit: string, times = Math.floor(BODY_BYTES / unit.length)): HostileBody {
  return { name: `form of ${unit.slice(0, 30)}`, type: FORM, body: unit.repeat(times) };
}

function json(name: string, body: string): HostileBody {
  return { name: `JSON: ${name}`, type: JSON_TYPE, body };
}

function multipart(name: string, body: string): HostileBody {
  return { name: `multipart: ${name}`, type: MULTIPART, body };
}

function part(name: string, value: string): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

function nested(
  open: string,
  close: string,
  inside = '',
  times = Math.floor(BODY_BYTES / (open.length + close.length)),
) {
  return open.repeat(times) + inside + close.repeat(times);
}

function repeatNumbered(unit: (n: number) => string): string {
  let text = '';
  for (let n = 0; text.length < BODY_BYTES; n++) text += unit(n);
  return text.slice(0, BODY_BYTES);
}
