import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Dictionaries } from '#lib/platform/http/dictionary/dictionaries.server.ts';
import { compress } from '#lib/platform/http/encoding/compressor.server.ts';
import { NO_DICTIONARIES, pageCoding } from '#lib/platform/http/encoding/content-coding.server.ts';
import { type Dictionary, newDictionary } from '#lib/platform/http/encoding/dictionary.server.ts';

/** The headers of Chromium 156 over HTTPS. */
const CHROMIUM = {
  'sec-ch-ua': '"Chromium";v="156", "Not-A.Brand";v="24"',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'accept-encoding': 'gzip, deflate, br, zstd',
};
/** The headers of Firefox 133 and Safari 18. */
const FIREFOX = {
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'accept-encoding': 'gzip, deflate, br, zstd',
};
const SAFARI = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'accept-encoding': 'gzip, deflate, br' };
const SAMPLE = '<article class="card"><h2>Cotton kurta</h2><p>₹1,299</p></article>'.repeat(5);

const availability = `:${hash('sha256', SAMPLE, 'base64')}:`;
const WITH_DICTIONARY = {
  ...CHROMIUM,
  'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz',
  'available-dictionary': availability,
  'sec-fetch-site': 'same-origin',
};

function newDictionaries(): Dictionaries {
  const dictionaries = new Dictionaries();
  dictionaries.makeCurrent(newDictionary(Buffer.from(SAMPLE)));
  return dictionaries;
}

describe('the coding', () => {
  test.each<[string, IncomingHttpHeaders, string]>([
    ['the first page in Chromium', { ...CHROMIUM, 'sec-fetch-site': 'none' }, 'br'],
    ['a page reached from another site', { ...CHROMIUM, 'sec-fetch-site': 'cross-site' }, 'br'],
    ['a later page in Chromium', { ...CHROMIUM, 'sec-fetch-site': 'same-origin' }, 'zstd'],
    ['the first page in Firefox', { ...FIREFOX, 'sec-fetch-site': 'none' }, 'br'],
    ['a later page in Firefox', { ...FIREFOX, 'sec-fetch-site': 'same-origin' }, 'br'],
    ['a later page in Safari', { ...SAFARI, 'sec-fetch-site': 'same-origin' }, 'br'],
    ['a client with gzip', { 'accept-encoding': 'gzip' }, 'gzip'],
    ['a client without encodings', {}, 'identity'],
    [
      'a later page without zstd',
      { ...CHROMIUM, 'sec-fetch-site': 'same-origin', 'accept-encoding': 'br, zstd;q=0' },
      'br',
    ],
  ])('of %s is $2', (_, headers, name) => {
    expect(pageCoding({ headers }, newDictionaries()).name).toBe(name);
    expect(pageCoding({ headers }, NO_DICTIONARIES).name).toBe(name);
  });

  test.each<[string, IncomingHttpHeaders]>([
    ['a page reached from the same site', {}],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['a fetch by a script', { 'sec-fetch-dest': 'empty' }],
    ['a weight', { 'accept-encoding': 'br;q=0.5, dcz;q=0.8' }],
    ['upper case and spaces', { 'accept-encoding': 'br , DCZ ; q=1.000' }],
  ])('uses the dictionary: %s', (_, headers) => {
    const dictionaries = newDictionaries();
    const coding = pageCoding({ headers: { ...WITH_DICTIONARY, ...headers } }, dictionaries);
    expect(coding.name).toBe('dcz');
    expect(pageCoding({ headers: { ...WITH_DICTIONARY, ...headers } }, NO_DICTIONARIES).name).not.toBe('dcz');
  });

  test.each<[string, IncomingHttpHeaders]>([
    ['a request from another site', { 'sec-fetch-site': 'cross-site' }],
    ['a request from another origin of the site', { 'sec-fetch-site': 'same-site' }],
    ['the browser does not send the site', { 'sec-fetch-site': undefined }],
    ['dcz is not listed', { 'accept-encoding': 'gzip, br, zstd' }],
    ['only * is listed', { 'accept-encoding': '*' }],
    ['dcz has the weight 0', { 'accept-encoding': 'br, dcz;q=0' }],
    ['dcz has the weight 0.000', { 'accept-encoding': 'br, dcz;q=0.000' }],
    ['only another name contains dcz', { 'accept-encoding': 'br, xdcz, dczx' }],
    ['the weight is malformed', { 'accept-encoding': 'br, dcz;q=x' }],
    ['no dictionary is available', { 'available-dictionary': undefined }],
    ['another dictionary is available', { 'available-dictionary': `:${hash('sha256', 'other', 'base64')}:` }],
    ['the hash has no colons', { 'available-dictionary': availability.slice(1, -1) }],
    ['the hash is empty', { 'available-dictionary': '' }],
    ['there are two hashes', { 'available-dictionary': `${availability}, ${availability}` }],
  ])('uses no dictionary: %s', (_, headers) => {
    const coding = pageCoding({ headers: { ...WITH_DICTIONARY, ...headers } }, newDictionaries());
    expect(coding.dictionary).toBeUndefined();
    expect(coding.name).not.toBe('dcz');
  });
});

test('dropped dictionaries are no longer used; the current dictionary is kept', () => {
  const dictionaries = newDictionaries();
  const [earlierDictionary, oldestDictionary] = ['earlier', 'oldest'].map((text) => newDictionary(Buffer.from(text)));
  for (const dictionary of [earlierDictionary!, oldestDictionary!]) dictionaries.add(dictionary);
  dictionaries.retain(new Set([earlierDictionary!.id]));
  const codingFor = (dictionary: Dictionary) =>
    dictionaries.codingFor({ ...WITH_DICTIONARY, 'available-dictionary': dictionary.availability })?.name;
  expect([earlierDictionary!, oldestDictionary!].map(codingFor)).toEqual(['dcz', undefined]);
  expect(dictionaries.codingFor(WITH_DICTIONARY)?.name).toBe('dcz');
});

describe('a page in dcz', () => {
  test('begins with the magic number and the hash of the dictionary, followed by zstd (RFC 9842, 5)', async () => {
    const dictionary = newDictionary(Buffer.from(SAMPLE));
    const page = Buffer.from(SAMPLE.replace('Cotton', 'Silk'));
    const body = await compress(page, { name: 'dcz', key: 'dcz', dictionary }, 'first');
    expect(body.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
    expect(body.subarray(8, 40).toString('base64')).toBe(availability.slice(1, -1));
    expect(zstdDecompressSync(body.subarray(40), { dictionary: Buffer.from(SAMPLE) }).equals(page)).toBe(true);
  });
});

describe('the link to the dictionary', () => {
  const LATER_PAGE = { ...CHROMIUM, 'sec-fetch-site': 'same-origin' };

  test('is sent with the second page of a visit', () => {
    const dictionaries = newDictionaries();
    const id = hash('sha256', SAMPLE);
    expect(dictionaries.linkFor(LATER_PAGE)).toBe(`</dictionary/${id}>; rel="compression-dictionary"`);
  });

  test.each<[string, IncomingHttpHeaders]>([
    ['with the first page', { ...CHROMIUM, 'sec-fetch-site': 'none' }],
    ['with a request by a script', { ...LATER_PAGE, 'sec-fetch-dest': 'empty' }],
    ['to a browser that has it', WITH_DICTIONARY],
    ['to Firefox', { ...FIREFOX, 'sec-fetch-site': 'same-origin' }],
    ['to Safari', { ...SAFARI, 'sec-fetch-site': 'same-origin' }],
  ])('is not sent %s', (_, headers) => {
    expect(newDictionaries().linkFor(headers)).toBeUndefined();
  });

  test('is also sent to a browser that has an earlier dictionary', () => {
    const headers = { ...WITH_DICTIONARY, 'available-dictionary': `:${hash('sha256', 'earlier', 'base64')}:` };
    expect(newDictionaries().linkFor(headers)).toContain('/dictionary/');
  });
});
