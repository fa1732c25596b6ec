import { describe, expect, test } from 'vitest';
import { isClientDisconnected } from '#lib/platform/http/client-disconnected.ts';
import { flashText, readFlashMessage } from '#lib/platform/http/endpoint/flash-message.ts';
import { readFields } from '#lib/platform/http/endpoint/request-body.server.ts';

function post(body: BodyInit, type?: string): Request {
  return new Request('http://localhost/', { method: 'POST', body, headers: type ? { 'content-type': type } : {} });
}

describe('reading a body', () => {
  test('parses JSON objects, URL-encoded and multipart forms into fields', async () => {
    expect(await readFields(post('{"a":"1"}', 'application/json'))).toEqual({ a: '1' });
    expect(await readFields(post('a=1&b=x&b=y', 'application/x-www-form-urlencoded'))).toEqual({
      a: '1',
      b: ['x', 'y'],
    });
    const form = new FormData();
    form.append('name', 'नमस्ते');
    expect(await readFields(post(form))).toEqual({ name: 'नमस्ते' });
  });

  test('returns no fields for a request without a body', async () => {
    const requestWithoutBody = new Request('http://localhost/', { method: 'POST' });
    expect(await readFields(requestWithoutBody)).toEqual({});
  });

  test.each([
    ['{', 'application/json', 'malformed'],
    ['[1]', 'application/json', 'malformed'],
    ['"text"', 'application/json', 'malformed'],
    ['{"a":"\\ud800"}', 'application/json', 'malformed'],
    ['{"a":[{"\\udc00":1}]}', 'application/json', 'malformed'],
    ['x', 'text/plain', 'wrong_type'],
    [`{"a":"${'x'.repeat(70_000)}"}`, 'application/json', 'too_large'],
    ['--nonsense', 'multipart/form-data; boundary=b', 'malformed'],
  ])('rejects $0 of type $1 as $2', async (body, type, code) => {
    await expect(readFields(post(body, type))).rejects.toMatchObject({ code });
  });

  test('rejects invalid UTF-8', async () => {
    await expect(readFields(post(new Uint8Array([0x7b, 0xff, 0x7d]), 'application/json'))).rejects.toMatchObject({
      code: 'malformed',
    });
  });

  const json = 'application/json';
  const form = 'application/x-www-form-urlencoded';
  const parts = (count: number, name = 'a') =>
    `${`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`.repeat(count)}--b--\r\n`;

  test.each([
    ['a form with 32,000 fields', 'a&'.repeat(32_000), form],
    ['a form with 1,001 fields', Array.from({ length: 1_001 }, (_, n) => `a${n}=1`).join('&'), form],
    ['101 fields with one name', 'a=1&'.repeat(101), form],
    ['1,100 parts', parts(1_100), 'multipart/form-data; boundary=b'],
    ['101 parts with one name', parts(101), 'multipart/form-data; boundary="b"'],
    ['a list of 1,001 items', JSON.stringify({ a: Array(1_001).fill(1) }), json],
    [
      'an object with 1,001 members',
      JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [n, 1]))),
      json,
    ],
    ['lists nested 20 deep', `{"a":${'['.repeat(20)}${']'.repeat(20)}}`, json],
    ['lists nested 30,000 deep', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, json],
    ['objects nested 10,000 deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, json],
  ])('rejects %s', async (_name, body, type) => {
    await expect(readFields(post(body, type))).rejects.toMatchObject({ code: 'too_large' });
  });

  test('accepts a hundred values with one name, and a thousand fields', async () => {
    expect((await readFields(post('a=1&'.repeat(100), form))).a).toHaveLength(100);
    const thousandFields = Array.from({ length: 1_000 }, (_, n) => `a${n}=1`).join('&');
    expect(Object.keys(await readFields(post(thousandFields, form)))).toHaveLength(1_000);
    expect((await readFields(post(parts(100), 'multipart/form-data; boundary=b'))).a).toHaveLength(100);
  });

  test('removes NUL from texts at any depth', async () => {
    const nul = '\\u0000';
    expect(await readFields(post(`{"a":"x${nul}","b":[{"c":"${nul}y"}],"__proto__":"z${nul}"}`, json))).toEqual(
      JSON.parse('{"a":"x","b":[{"c":"y"}],"__proto__":"z"}'),
    );
    expect(await readFields(post('a=x%00', form))).toEqual({ a: 'x' });
  });

  test('distinguishes a disconnected client from a database failure', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
    });
    const request = new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit);
    await expect(readFields(request)).rejects.toSatisfy(isClientDisconnected);
  });

  test('does not change any prototype for a field named __proto__', async () => {
    const fields = await readFields(post('__proto__=x&a=1', 'application/x-www-form-urlencoded'));
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('flash messages', () => {
  test('are read back unchanged, and anything else is ignored', () => {
    const flashMessage = { status: 'error' as const, message: 'Nein; "quoted"', fields: { a: 'b' } };
    expect(readFlashMessage(flashText(flashMessage))).toEqual(flashMessage);
    for (const text of [undefined, '', 'x', '%', '{}', '{"status":"hm","message":""}'])
      expect(readFlashMessage(text)).toBeUndefined();
  });

  test('fit into a cookie in any script, truncated to 300 characters', () => {
    const longMessage = { status: 'error' as const, message: 'ं'.repeat(2_000), fields: { a: 'ं'.repeat(2_000) } };
    expect(encodeURIComponent(flashText(longMessage)).length).toBeLessThan(3_900);
    expect(readFlashMessage(flashText(longMessage))?.message).toBe('ं'.repeat(300));
  });
});
