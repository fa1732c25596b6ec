import { randomBytes } from 'node:crypto';
import type { APIContext } from 'astro';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { QueryContext } from '#lib/platform/db/query/query-context.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { readFlashMessage } from '#lib/platform/http/endpoint/flash-message.ts';
import { takeOldInput } from '#lib/platform/http/endpoint/old-input.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { siteRoutes } from '#support/site-routes.ts';

const routes = await siteRoutes();
const schema = z.object({ name: z.string().check(z.minLength(3, 'Name must be at least 3 characters long')) });

interface RequestOptions {
  body?: BodyInit;
  type?: string;
  accept?: string;
  referer?: string;
  method?: string;
  query?: string;
}

function requestContext({
  body,
  type = 'application/json',
  accept = 'application/json',
  referer,
  method = 'POST',
  query = '',
}: RequestOptions) {
  const cookies = new Map<string, string>();
  const headers = { accept, ...(body === undefined ? {} : { 'content-type': type }), ...(referer ? { referer } : {}) };
  const request = new Request(`http://localhost:4321/public/thing${query}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const context = {
    request,
    url: new URL(request.url),
    params: {},
    locals: {
      shop: { settings: readSettings({}), log: pino({ level: 'silent' }), db: { context: new QueryContext() } },
      routes,
      requestId: 'r-1',
    },
    cookies: {
      set: (name: string, value: string) => cookies.set(name, value),
      get: (name: string) => ({ value: cookies.get(name) }),
      delete: (name: string) => cookies.delete(name),
    },
    cache: { set: () => undefined },
  };
  return { context: context as unknown as APIContext, cookies };
}

const greet = endpoint({ input: schema, run: async (_shop, { name }) => ({ hello: name }), successMessage: 'Greeted' });
const reject = endpoint({ run: () => Promise.reject(new ShopError('not_logged_in', 'Login to add to wishlist.')) });
const fail = endpoint({ run: () => Promise.reject(new Error('password=hunter2')) });

describe('an endpoint', () => {
  test('returns null as data if there is none', async () => {
    const endpointWithoutData = endpoint({ run: async () => undefined });
    const response = (await endpointWithoutData(requestContext({}).context)) as Response;
    expect(await response.json()).toEqual({ status: 'success', message: '', data: null });
  });

  test('responds with status, message and data', async () => {
    const response = (await greet(requestContext({ body: '{"name":"Asha"}' }).context)) as Response;
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'success', message: 'Greeted', data: { hello: 'Asha' } });
  });

  test('rejects invalid input with 422 and a message for each field', async () => {
    const response = (await greet(requestContext({ body: '{"name":"A"}' }).context)) as Response;
    expect(response.status).toBe(422);
    const expected = 'Name must be at least 3 characters long';
    expect(await response.json()).toMatchObject({
      status: 'error',
      message: expected,
      fields: { name: expected },
      data: null,
    });
  });

  test.each([
    ['{', 'application/json', 400],
    ['x', 'text/plain', 415],
    [`{"name":"${'x'.repeat(70_000)}"}`, 'application/json', 413],
  ])('rejects the body $0 of type $1 with $2', async (body, type, status) => {
    expect(((await greet(requestContext({ body, type }).context)) as Response).status).toBe(status);
  });

  test('responds to a shop error with its status, and to a bug with the request id but no details', async () => {
    const rejection = (await reject(requestContext({ method: 'GET' }).context)) as Response;
    expect(rejection.status).toBe(401);
    expect(await rejection.json()).toMatchObject({ message: 'Login to add to wishlist.' });
    const failure = (await fail(requestContext({ method: 'GET' }).context)) as Response;
    expect(failure.status).toBe(500);
    const text = await failure.text();
    expect(text).toContain('r-1');
    expect(text).not.toContain('hunter2');
  });

  test('reads the input of a GET request from the query', async () => {
    const response = (await greet(requestContext({ method: 'GET', query: '?name=Meera' }).context)) as Response;
    expect(await response.json()).toMatchObject({ data: { hello: 'Meera' } });
  });
});

describe('a form posted without JavaScript', () => {
  const form = { type: 'application/x-www-form-urlencoded', accept: 'text/html,*/*' };

  test('redirects to the notice page with the message of the JSON response', async () => {
    const { context, cookies } = requestContext({
      ...form,
      body: 'name=Asha',
      referer: 'http://localhost:4321/products/kurta',
    });
    const response = (await greet(context)) as Response;
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/notice?back=%2Fproducts%2Fkurta');
    expect(readFlashMessage(cookies.get('notice'))).toEqual({ status: 'success', message: 'Greeted' });
  });

  test('redirects back to a personal page, which shows the message on the page', async () => {
    const { context } = requestContext({
      ...form,
      body: 'name=A',
      referer: 'http://localhost:4321/account/profile?x=1',
    });
    expect(((await greet(context)) as Response).headers.get('location')).toBe('/account/profile?x=1');
  });

  test('stores rejected input from the listed fields in a cookie that the next page reads once', async () => {
    const withOldInput = endpoint({ input: schema, run: async () => ({}), oldInputFields: ['name', 'note'] });
    const body = 'name=%E0%A4%85&note=a%26b&otp=1234';
    const { context, cookies } = requestContext({ ...form, body });
    await withOldInput(context);
    expect(cookies.get('typed')).toMatch(/^[\w-]+$/);
    expect(takeOldInput(context)).toEqual({ name: 'अ', note: 'a&b' });
    expect(takeOldInput(context)).toBeUndefined();
  });

  test('redirects a rejected form on a shared page to the error page of the endpoint, and others back', async () => {
    const withErrorRedirect = endpoint({
      input: schema,
      run: async () => ({}),
      errorRedirectTo: (textOf) => `/account/dashboard?name=${textOf('name')}`,
    });
    const redirectFor = async (body: string, page: string) => {
      const { context } = requestContext({ ...form, body, referer: `http://localhost:4321${page}` });
      return ((await withErrorRedirect(context)) as Response).headers.get('location');
    };
    expect(await redirectFor('name=A', '/products/kurta')).toBe('/account/dashboard?name=A');
    expect(await redirectFor('name=A', '/account/reviews')).toBe('/account/reviews');
    expect(await redirectFor('name=Asha', '/products/kurta')).toBe('/products/kurta');
  });

  test.each(['name=Asha', `name=A&note=${randomBytes(4_000).toString('hex')}`])(
    'does not store accepted input or input that is too large for a cookie: $0',
    async (body) => {
      const { context, cookies } = requestContext({ ...form, body });
      await endpoint({ input: schema, run: async () => ({}), oldInputFields: ['name', 'note'] })(context);
      expect(cookies.has('typed')).toBe(false);
    },
  );

  test.each(['', 'x', '%%', 'eJw', 'bnVsbA', 'q1YqLU4tUrJSKqksSFWyMtRRSkksSQUA', 'CwKAeyJhIjoxfQM'])(
    'ignores an invalid cookie: %s',
    (value) => {
      const { context, cookies } = requestContext({ ...form, body: '' });
      cookies.set('typed', value);
      expect(takeOldInput(context) ?? {}).toEqual({});
    },
  );

  test.each(['https://evil.example/account', 'http://localhost:4321//evil.example/account'])(
    'never redirects to another site: %s',
    async (referer) => {
      const { context } = requestContext({ ...form, body: 'name=A', referer });
      expect(((await greet(context)) as Response).headers.get('location')).toBe('/notice?back=%2F');
    },
  );
});
