import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { parseJson } from '#islands/admin/send-with-retries.ts';
import type { ApiResponse } from '#islands/ui/api-response.ts';

const PATHS = {
  'sign-in': { optionsPath: '/admin/sign-in/passkey-options', responsePath: '/admin/sign-in/passkey' },
  confirm: { optionsPath: '/admin/confirm/passkey-options', responsePath: '/admin/confirm/passkey' },
  add: { optionsPath: '/admin/account/passkey-options', responsePath: '/admin/account/add-passkey' },
} as const;

const NOT_SUPPORTED = 'This browser does not support passkeys. Use an authenticator app instead.';
const CANCELLED = 'The passkey was not used. Please try again.';
const NO_CONNECTION = 'There is no connection. Please try again.';
const INVALID_RESPONSE = 'Something went wrong. Reload the page and try again.';

/**
 * Signs in, confirms an action or adds a passkey, depending on `passkey`. Throws an Error whose message can be shown to
 * the user.
 */
export async function runPasskey({ passkey, token, tokenName }: DOMStringMap): Promise<void> {
  if (!('PublicKeyCredential' in window)) throw new Error(NOT_SUPPORTED);
  const fields = tokenName === undefined ? {} : { [tokenName]: token };
  const { optionsPath, responsePath } = PATHS[passkey as keyof typeof PATHS];
  const optionsJSON = await post(optionsPath, fields);
  const response = await callAuthenticator(passkey === 'add', optionsJSON);
  await post(responsePath, { ...fields, response });
}

async function callAuthenticator(isRegistration: boolean, optionsJSON: unknown): Promise<unknown> {
  try {
    return isRegistration
      ? await startRegistration({ optionsJSON: optionsJSON as Parameters<typeof startRegistration>[0]['optionsJSON'] })
      : await startAuthentication({
          optionsJSON: optionsJSON as Parameters<typeof startAuthentication>[0]['optionsJSON'],
        });
  } catch (error) {
    throw new Error(CANCELLED, { cause: error });
  }
}

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new Error(NO_CONNECTION, { cause });
  });
  const { status, message, data } = (await parseJson(response, INVALID_RESPONSE)) as ApiResponse<unknown>;
  if (status === 'error') throw new Error(message);
  return data;
}
