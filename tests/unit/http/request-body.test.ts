import { describe, expect, test } from 'vitest';
import { noticeText, readNotice } from '#lib/http/notice.ts';
import { readFields } from '#lib/http/request-body.server.ts';

function post(body: BodyInit, type?: string): Request {
  return new Request('http://localhost/', { method: 'POST', body, headers: type ? { 'content-type': type } : {} });
}

describe('reading a body', () => {
  test('JSON objects, URL-encoded and multipart forms give fields', async () => {
    expect(await readFields(post('{"a":"1"}', 'application/json'))).toEqual({ a: '1' });
    expect(await readFields(post('a=1&b=x&b=y', 'application/x-www-form-urlencoded'))).toEqual({
      a: '1',
      b: ['x', 'y'],
    });
    const form = new FormData();
    form.append('name', 'नमस्ते');
    expect(await readFields(post(form))).toEqual({ name: 'नमस्ते' });
  });

  test('a call whose path says all brings no body', async () => {
    const bare = new Request('http://localhost/', { method: 'POST' });
    expect(await readFields(bare)).toEqual({});
  });

  test.each([
    ['{', 'application/json', 'malformed'],
    ['[1]', 'application/json', 'malformed'],
    ['"text"', 'application/json', 'malformed'],
    ['x', 'text/plain', 'wrong_type'],
    [`{"a":"${'x'.repeat(70_000)}"}`, 'application/json', 'too_large'],
    ['--nonsense', 'multipart/form-data; boundary=b', 'malformed'],
  ])('%.12s as %s is %s', async (body, type, code) => {
    await expect(readFields(post(body, type))).rejects.toMatchObject({ code });
  });

  test('bytes that are no UTF-8 are refused', async () => {
    await expect(readFields(post(new Uint8Array([0x7b, 0xff, 0x7d]), 'application/json'))).rejects.toMatchObject({
      code: 'malformed',
    });
  });

  test('__proto__ stays a plain name', async () => {
    const fields = await readFields(post('__proto__=x&a=1', 'application/x-www-form-urlencoded'));
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('notices', () => {
  test('come back as they were written, and nothing else does', () => {
    const notice = { status: 'error' as const, message: 'Nein; "quoted"', fields: { a: 'b' } };
    expect(readNotice(noticeText(notice))).toEqual(notice);
    for (const other of [undefined, '', 'x', '%', '{}', '{"status":"hm","message":""}'])
      expect(readNotice(other)).toBeUndefined();
  });

  test('fit a cookie in every script', () => {
    const long = { status: 'error' as const, message: 'ं'.repeat(2_000), fields: { a: 'ं'.repeat(2_000) } };
    expect(encodeURIComponent(noticeText(long)).length).toBeLessThan(3_900);
    expect(readNotice(noticeText(long))?.message).toBe('ं'.repeat(300));
  });
});
