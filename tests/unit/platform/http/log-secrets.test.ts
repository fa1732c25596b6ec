import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openLog } from '#lib/operations/startup/open-log.server.ts';
import { redactSecrets } from '#lib/platform/http/redact-secrets.ts';

function logLine(object: object, message = 'test'): string {
  const lines: string[] = [];
  openLog('trace', { write: (line: string) => void lines.push(line) }).error(object, message);
  return lines.join('');
}

const token = randomBytes(32).toString('base64url');

describe('the log', () => {
  test.each([
    ['an email address', 'asha.rao+shop@example.co.in'],
    ['an encoded email address', 'asha%40example.in'],
    ['an email address in Devanagari', 'आशा@उदाहरण.भारत'],
    ['a mobile number', '9876543210'],
    ['a mobile number with its country code', '+91 9876543210'],
    ['a token', token],
    ['a tracking link', `https://shop.example/orders/track/0192f3.${token}`],
    ['the password in a URL', 'hunter2xyz'],
  ])('removes %s from a field, a message, an error and its cause', (_name, secret) => {
    const input = secret === 'hunter2xyz' ? `postgres://shop:${secret}@db.internal/shop` : secret;
    const cause = Object.assign(new Error(`for ${input}`), { detail: `Key (email)=(${input})`, parameters: [input] });
    const error = new Error(`could not: "${input}"`, { cause });
    const line = logLine({ about: { deep: [input] }, err: error }, `it was ${input}`);
    const secretPart = secret.replace(/^.*\/|^\+91 /, '').replace(/^[^.]*\.(?=.{40})/, '');
    expect(line).not.toContain(secretPart);
    expect(JSON.parse(line)).toMatchObject({ err: { type: 'Error', cause: { type: 'Error' } } });
  });

  test('keeps the message, code, constraint and stack of an error, but no values from its statement', () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint "customer_email"'), {
      code: '23505',
      constraint_name: 'customer_email',
      detail: 'Key (name)=(Asha Rao) already exists.',
      parameters: ['Asha Rao'],
      query: 'insert into customer',
    });
    const line = logLine({ err: error });
    expect(line).not.toContain('Asha');
    const { err } = JSON.parse(line) as { err: { stack: string[] } };
    expect(err).toMatchObject({ code: '23505', constraint: 'customer_email', message: error.message });
    expect(err.stack[0]).toContain('log-secrets.test.ts');
  });

  test('does not include invalid input from an error message', () => {
    const sqlError = Object.assign(new Error('invalid input syntax for type bigint: "Asha Rao"'), { code: '22P02' });
    expect(logLine({ err: sqlError })).not.toContain('Asha');
    expect(logLine({ err: thrownBy('{"name": Asha Rao}') })).not.toContain('Asha');
  });

  test('keeps ids, times, amounts, versions and source paths', () => {
    const line = JSON.stringify({
      time: 1795300947611,
      requestId: '7d0c1a6e-94f1-4d0c-8f4e-9876543210ab',
      order: '0193abcdef129876543210abcdef0123',
      amountPaise: 125_000,
      at: 'serve (file:///srv/shop/node_modules/astro/dist/core/app/base.js:98:7)',
      from: 'astro@7.2.10',
    });
    expect(redactSecrets(line)).toBe(line);
  });

  test('redacts long lines in less than a second of CPU time', () => {
    const started = process.cpuUsage();
    for (const part of ['a', '@', 'a@', 'a.', '-', '9', '/', '://', '%40', '€'])
      expect(redactSecrets(part.repeat(64_000 / part.length))).toBeDefined();
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});

function thrownBy(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    return error;
  }
}
