import { type ApiResponse, callApi, sendApi } from '#islands/ui/api-response.ts';
import { sendLoggedIn } from '#islands/visitor/send-logged-in.ts';
import { REVIEW_DELETE_FAILED, REVIEW_FAILED, type ReviewJson } from '#lib/customers/reviews/reviews.ts';

type ReviewResponse = Pick<ApiResponse<{ _id: string } | null>, 'status' | 'message' | 'data' | 'fields'>;

export function sendReview(fields: Record<string, unknown>): Promise<ReviewResponse> {
  return post('/public/reviews/create', fields, REVIEW_FAILED);
}

export function removeReview(id: string): Promise<ReviewResponse> {
  return post(`/public/reviews/delete/${encodeURIComponent(id)}`, {}, REVIEW_DELETE_FAILED);
}

export async function loadOwnReview(product: string): Promise<ReviewJson | undefined> {
  try {
    const response = await callApi<ReviewJson | null>(`/public/reviews/own?product=${encodeURIComponent(product)}`);
    return response.data ?? undefined;
  } catch {
    // The form stays empty, and sending it still changes the review.
    return undefined;
  }
}

async function post(path: string, fields: Record<string, unknown>, failed: string): Promise<ReviewResponse> {
  const failure: ReviewResponse = { status: 'error', message: failed, data: null };
  try {
    const response = await sendLoggedIn(() => sendApi<ReviewResponse['data']>('POST', path, fields));
    return response.httpStatus < 500 && response.message ? response : failure;
  } catch {
    return failure;
  }
}
