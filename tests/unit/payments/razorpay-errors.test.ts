import { describe, expect, test } from 'vitest';
import {
  hasResponse,
  isServiceFailure,
  rejectionReason,
  statusOf,
} from '#lib/sales/payments/razorpay-errors.server.ts';

const REJECTION = { description: 'The payment has been refunded' };
const sdkError = (statusCode: number, error: unknown = REJECTION) => ({ statusCode, error });
const axiosError = (status: number, data: unknown = { error: REJECTION }) => ({ response: { status, data } });

describe('an error from Razorpay', () => {
  test.each([
    [sdkError(400), 400],
    [axiosError(401), 401],
    [sdkError(502), 502],
    [axiosError(0), undefined],
    [new Error('socket hang up'), undefined],
    [{ response: undefined }, undefined],
    [undefined, undefined],
  ])('%j has the status of the response: %s', (error, status) => expect(statusOf(error)).toBe(status));

  test.each([
    [sdkError(400), REJECTION.description],
    [axiosError(409), REJECTION.description],
    [sdkError(499), REJECTION.description],
    [sdkError(500), undefined],
    [axiosError(502), undefined],
    [axiosError(0), undefined],
    [sdkError(400, 'Bad request'), undefined],
    [axiosError(400, 'Bad request'), undefined],
    [axiosError(400, null), undefined],
    [sdkError(400, { description: 7 }), undefined],
    [new TypeError('x'), undefined],
  ])('%j is a rejection with the message “%s”, or a service failure if that is undefined', (error, description) => {
    expect(rejectionReason(error)).toBe(description);
    expect(isServiceFailure(error)).toBe(description === undefined);
  });

  test('has a response only if the gateway sent one', () => {
    expect([axiosError(400), { response: undefined }, new Error('x'), undefined].map(hasResponse)).toEqual([
      ...[true, false, false, false],
    ]);
  });
});
