import { QUEUED_STATUS } from '#islands/offline/send-action.ts';
import { prepareAction } from '#islands/offline/send-or-queue.ts';
import { type ApiResponse, getFromApi, sendToApi } from '#islands/ui/api-response.ts';
import { sendLoggedIn } from '#islands/visitor/send-logged-in.ts';
import { REVIEW_DELETE_FAILED, REVIEW_FAILED, type ReviewJson } from '#lib/customers/reviews/reviews.ts';

type ReviewResponse = Pick<ApiResponse<{ _id: string } | null>, 'status' | 'message' | 'data' | 'fields'>;
type HttpReviewResponse = ReviewResponse & { httpStatus: number };

/** Sends a review. `name` is the product's name. A queued review will be sent when the network is available. */
export async function sendReview(
  fields: { product: string } & Record<string, unknown>,
  name: string,
): Promise<ReviewResponse & { isQueued: boolean }> {
  const action = { kind: 'review', fields, name } as const;
  const response = await send(() => prepareAction<{ _id: string }>(action)(), REVIEW_FAILED);
  return { ...response, isQueued: response.httpStatus === QUEUED_STATUS };
}

export function removeReview(id: string): Promise<ReviewResponse> {
  const path = `/public/reviews/delete/${encodeURIComponent(id)}`;
  return send(() => sendToApi<ReviewResponse['data']>('POST', path), REVIEW_DELETE_FAILED);
}

export async function loadOwnReview(productId: string): Promise<ReviewJson | undefined> {
  try {
    const response = await getFromApi<ReviewJson | null>(
      `/public/reviews/own?product=${encodeURIComponent(productId)}`,
    );
    return response.data ?? undefined;
  } catch {
    // The form stays empty, and sending it still changes the review.
    return undefined;
  }
}

async function send(request: () => Promise<HttpReviewResponse>, failureMessage: string): Promise<HttpReviewResponse> {
  const failure = { status: 'error', message: failureMessage, data: null, httpStatus: 0 } as const;
  try {
    const response = await sendLoggedIn(request);
    return response.httpStatus < 500 && response.message ? response : failure;
  } catch {
    return failure;
  }
}
