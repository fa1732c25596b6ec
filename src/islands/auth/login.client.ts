import { forgetSentCode } from '#islands/auth/code-sent.client.ts';
import { clearRegistrationDraft, type RegistrationDraft } from '#islands/auth/registration-draft.client.ts';
import { type ApiResponse, sendToApi } from '#islands/ui/api-response.ts';
import { redirectWithMessage } from '#islands/ui/redirect-with-message.client.ts';
import { refreshVisitor } from '#islands/visitor/visitor.client.ts';
import { INTERNAL_ERROR, REGISTER_FAILED, USER_NOT_FOUND } from '#lib/customers/auth/identity.ts';
import type { CustomerJson } from '#lib/customers/auth/sessions/customer.ts';

export type LoginResponse = Pick<ApiResponse<{ digits?: number } | null>, 'status' | 'message' | 'fields'> & {
  data?: { digits?: number } | null;
};

export function requestCode(email: string, next?: string): Promise<LoginResponse> {
  return withErrorMessage(sendToApi('POST', '/auth/customer/login', { email, next }), USER_NOT_FOUND, INTERNAL_ERROR);
}

export function register(input: RegistrationDraft & { next?: string | undefined }): Promise<LoginResponse> {
  return withErrorMessage(sendToApi('POST', '/auth/customer/register', input), INTERNAL_ERROR, REGISTER_FAILED);
}

export function requestAnotherCode(email: string): Promise<LoginResponse> {
  return withErrorMessage(sendToApi('POST', '/auth/customer/resend', { email }), INTERNAL_ERROR, INTERNAL_ERROR);
}

export interface LoginResult {
  /** The path to open after the login. */
  next?: string;
  /** The page that shows `loginNotice`; `next` by default. */
  noticePath?: string;
  /** A message about what the login changed in the visitor's cart and orders. */
  loginNotice?: string;
}
interface VerifyResponseJson extends CustomerJson {
  next: string;
  notice_path: string;
  cart_notice: string;
  orders_notice: string;
}
type VerifyResult = Omit<LoginResponse, 'data'> & LoginResult & { customer?: CustomerJson };

/** Logs the customer in. Returns an error response if the code is wrong or the request fails. */
export async function verifyCode(email: string, otp: string, next?: string): Promise<VerifyResult> {
  try {
    const response = await sendToApi<VerifyResponseJson>('POST', '/auth/customer/verify', { email, otp, next });
    if (response.status === 'error') return response;
    forgetSentCode();
    clearRegistrationDraft();
    await refreshVisitor();
    const { next: nextPath, notice_path, cart_notice, orders_notice } = response.data;
    const loginNotice = [cart_notice, orders_notice].filter(Boolean).join(' ');
    return { ...response, customer: response.data, next: nextPath, noticePath: notice_path, loginNotice };
  } catch {
    return { status: 'error', message: INTERNAL_ERROR };
  }
}

/** Opens the next page or, if the login changed the cart or orders, the page that shows `loginNotice`. */
export function redirectAfterLogin({ next = '/account/dashboard', noticePath = next, loginNotice }: LoginResult): void {
  if (!loginNotice) {
    location.assign(next);
    // The URL stays the same, but the page must be rendered again for the logged-in customer.
    if (next === location.pathname + location.search) location.reload();
    return;
  }
  redirectWithMessage(noticePath, loginNotice);
}

export function logOut(): Promise<LoginResponse> {
  return withErrorMessage(sendToApi('POST', '/auth/customer/logout'), INTERNAL_ERROR, INTERNAL_ERROR);
}

async function withErrorMessage(
  request: Promise<ApiResponse<{ digits?: number } | null>>,
  defaultError: string,
  connectionError: string,
): Promise<LoginResponse> {
  try {
    const response = await request;
    return response.message || response.status === 'success' ? response : { ...response, message: defaultError };
  } catch {
    return { status: 'error', message: connectionError };
  }
}
