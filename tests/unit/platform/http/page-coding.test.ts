import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { dictionaryHeaders, PageDictionaries } from '#lib/platform/http/dictionary/page-dictionaries.server.ts';
import { compress } from '#lib/platform/http/encoding/compressor.server.ts';
import { pageCoding } from '#lib/platform/http/encoding/content-coding.server.ts';
import { newDictionary } from '#lib/platform/http/encoding/dictionary.server.ts';
import { DICTIONARY_USE_HEADER, type DictionaryUse } from '#lib/platform/http/pages/dictionary-use.ts';
import { finishPage, type StoredPage } from '#lib/platform/http/pages/stored-page.server.ts';

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

const sampleHash = `:${hash('sha256', SAMPLE, 'base64')}:`;
const WITH_DICTIONARY = {
  ...CHROMIUM,
  'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz',
  'available-dictionary': sampleHash,
  'sec-fetch-site': 'same-origin',
};

const NO_DICTIONARIES = new PageDictionaries({ isCompressionDictionaryOn: false, isPageCacheOn: true });

function newPage(text: string, use: DictionaryUse = 'all pages', status = 200): StoredPage {
  const headers = { [DICTIONARY_USE_HEADER]: use };
  return finishPage({ status, headers, body: Buffer.from(text) }, undefined, 0, []);
}

async function newDictionaries(pages = [newPage(SAMPLE)]): Promise<PageDictionaries> {
  const dictionaries = new PageDictionaries({ isCompressionDictionaryOn: true, isPageCacheOn: true });
  for (const page of pages) await dictionaries.add(page);
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
  ])('of %s is $2', async (_, headers, name) => {
    expect(pageCoding({ headers }, await newDictionaries()).name).toBe(name);
    expect(pageCoding({ headers }, NO_DICTIONARIES).name).toBe(name);
  });

  test.each<[string, IncomingHttpHeaders]>([
    ['a page reached from the same site', {}],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['a fetch by a script', { 'sec-fetch-dest': 'empty' }],
    ['a weight', { 'accept-encoding': 'br;q=0.5, dcz;q=0.8' }],
    ['upper case and spaces', { 'accept-encoding': 'br , DCZ ; q=1.000' }],
  ])('uses the dictionary: %s', async (_, headers) => {
    const dictionaries = await newDictionaries();
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
    ['the hash has no colons', { 'available-dictionary': sampleHash.slice(1, -1) }],
    ['the hash is empty', { 'available-dictionary': '' }],
    ['there are two hashes', { 'available-dictionary': `${sampleHash}, ${sampleHash}` }],
  ])('uses no dictionary: %s', async (_, headers) => {
    const coding = pageCoding({ headers: { ...WITH_DICTIONARY, ...headers } }, await newDictionaries());
    expect(coding.dictionary).toBeUndefined();
    expect(coding.name).not.toBe('dcz');
  });
});

test('the dictionary of a personal page contains no text written by visitors', async () => {
  const dictionaries = await newDictionaries([newPage(SAMPLE), newPage('reviews', 'shared pages')]);
  const codingOf = (text: string, options?: { isPersonal: boolean }) => {
    const headers = { ...WITH_DICTIONARY, 'available-dictionary': `:${hash('sha256', text, 'base64')}:` };
    return pageCoding({ headers }, dictionaries, options).name;
  };
  expect([codingOf(SAMPLE), codingOf(SAMPLE, { isPersonal: true })]).toEqual(['dcz', 'dcz']);
  expect([codingOf('reviews'), codingOf('reviews', { isPersonal: true })]).toEqual(['dcz', 'zstd']);
});

test('the oldest dictionaries are removed when all together are larger than 8 MB', async () => {
  const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(3_000_000));
  const dictionaries = await newDictionaries(texts.map((text) => newPage(text)));
  const codings = texts.map((text) =>
    dictionaries.codingFor({ ...WITH_DICTIONARY, 'available-dictionary': `:${hash('sha256', text, 'base64')}:` }),
  );
  expect(codings.map((coding) => coding?.name)).toEqual([undefined, 'dcz', 'dcz']);
});

describe('a page in dcz', () => {
  test('begins with the magic number and the hash of the dictionary, followed by zstd (RFC 9842, 5)', async () => {
    const dictionary = newDictionary(Buffer.from(SAMPLE));
    const page = Buffer.from(SAMPLE.replace('Cotton', 'Silk'));
    const body = await compress(page, { name: 'dcz', key: 'dcz', dictionary }, 'first');
    expect(body.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
    expect(body.subarray(8, 40).toString('base64')).toBe(sampleHash.slice(1, -1));
    expect(zstdDecompressSync(body.subarray(40), { dictionary: Buffer.from(SAMPLE) }).equals(page)).toBe(true);
  });
});

describe('a page', () => {
  const FIRST_PAGE = { ...CHROMIUM, 'sec-fetch-site': 'none' };

  test.each<[string, IncomingHttpHeaders, StoredPage]>([
    ['to a browser without a dictionary', FIRST_PAGE, newPage('home')],
    ['that contains reviews, to a browser without a dictionary', FIRST_PAGE, newPage('product', 'shared pages')],
    ['to a visitor from another site', { ...CHROMIUM, 'sec-fetch-site': 'cross-site' }, newPage('home')],
    [
      'to a browser whose dictionary is unknown',
      { ...WITH_DICTIONARY, 'available-dictionary': `:${hash('sha256', 'earlier', 'base64')}:` },
      newPage('home'),
    ],
    ['that is about as large as the existing dictionary', WITH_DICTIONARY, newPage(SAMPLE.slice(0, -20))],
  ])('is offered as a dictionary %s', async (_, headers, page) => {
    expect((await newDictionaries()).isOffered(headers, page)).toBe(true);
  });

  test.each<[string, IncomingHttpHeaders, StoredPage]>([
    ['to Firefox', { ...FIREFOX, 'sec-fetch-site': 'none' }, newPage('home')],
    ['to Safari', { ...SAFARI, 'sec-fetch-site': 'none' }, newPage('home')],
    ['to a script', { ...FIRST_PAGE, 'sec-fetch-mode': 'cors' }, newPage('home')],
    ['if the page does not allow it', FIRST_PAGE, { ...newPage('search'), dictionaryUse: undefined }],
    ['if it is an error page', FIRST_PAGE, newPage('missing', 'all pages', 404)],
    ['if it is much smaller than the existing dictionary', WITH_DICTIONARY, newPage(SAMPLE.slice(0, 200))],
    ['that contains reviews, if the existing one does not', WITH_DICTIONARY, newPage(SAMPLE, 'shared pages')],
  ])('is not offered as a dictionary %s', async (_, headers, page) => {
    expect((await newDictionaries()).isOffered(headers, page)).toBe(false);
  });

  test('is not offered if dictionaries are off', () => {
    expect(NO_DICTIONARIES.isOffered(FIRST_PAGE, newPage('home'))).toBe(false);
  });

  test('that is offered must be validated before each use, although it is fresh', () => {
    const headers = [
      'x-frame-options',
      'deny',
      'cache-control',
      'no-cache',
      'vary',
      NO_DICTIONARIES.vary,
      'etag',
      '"vary"',
    ];
    expect(dictionaryHeaders(headers)).toEqual([
      ...['x-frame-options', 'deny', 'etag', '"vary"'],
      ...['cache-control', 'private, max-age=604800'],
      ...['vary', '*'],
      ...['use-as-dictionary', 'match="/*", match-dest=("document" "")'],
    ]);
  });
});
