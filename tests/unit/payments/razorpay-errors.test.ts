import { describe, expect, test } from 'vitest';
import { hasResponse, isServiceFailure, refusalOf, statusOf } from '#lib/sales/payments/razorpay-errors.server.ts';

const REJECTION = { description: 'The payment has been refunded' };
const thrown = (statusCode: number, error: unknown = REJECTION) => ({ statusCode, error });
const fromAxios = (status: number, data: unknown = { error: REJECTION }) => ({ response: { status, data } });

describe('an error of Razorpay', () => {
  test.each([
    [thrown(400), 400],
    [fromAxios(401), 401],
    [thrown(502), 502],
    [fromAxios(0), undefined],
    [new Error('socket hang up'), undefined],
    [{ response: undefined }, undefined],
    [undefined, undefined],
  ])('%j has the status of the response: %s', (error, status) => expect(statusOf(error)).toBe(status));

  test.each([
    [thrown(400), REJECTION.description],
    [fromAxios(409), REJECTION.description],
    [thrown(499), REJECTION.description],
    [thrown(500), undefined],
    [fromAxios(502), undefined],
    [fromAxios(0), undefined],
    [thrown(400, 'Bad request'), undefined],
    [fromAxios(400, 'Bad request'), undefined],
    [fromAxios(400, null), undefined],
    [thrown(400, { description: 7 }), undefined],
    [new TypeError('x'), undefined],
  ])('%j is a rejection with the message “%s”, or a failure', (error, description) => {
    expect(refusalOf(error)).toBe(description);
    expect(isServiceFailure(error)).toBe(description === undefined);
  });

  test('has a response if the gateway sent one', () => {
    expect([fromAxios(400), { response: undefined }, new Error('x'), undefined].map(hasResponse)).toEqual([
      ...[true, false, false, false],
    ]);
  });
});
