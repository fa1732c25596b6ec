import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { parseJson } from '#islands/admin/send-with-retries.ts';

const PATHS = {
  'sign-in': { options: '/admin/sign-in/passkey-options', send: '/admin/sign-in/passkey' },
  confirm: { options: '/admin/confirm/passkey-options', send: '/admin/confirm/passkey' },
  add: { options: '/admin/account/passkey-options', send: '/admin/account/add-passkey' },
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
  const { options, send } = PATHS[passkey as keyof typeof PATHS];
  const optionsJSON = await post(options, fields);
  const response = await callAuthenticator(passkey === 'add', optionsJSON);
  await post(send, { ...fields, response });
}

async function callAuthenticator(isNew: boolean, optionsJSON: unknown): Promise<unknown> {
  try {
    return isNew
      ? await startRegistration({ optionsJSON: optionsJSON as Parameters<typeof startRegistration>[0]['optionsJSON'] })
      : await startAuthentication({
          optionsJSON: optionsJSON as Parameters<typeof startAuthentication>[0]['optionsJSON'],
        });
  } catch (error) {
    throw new Error(CANCELLED, { cause: error });
  }
}

interface ApiReply {
  status: string;
  message: string;
  data: unknown;
}

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new Error(NO_CONNECTION, { cause });
  });
  const { status, message, data } = (await parseJson(response, INVALID_RESPONSE)) as ApiReply;
  if (status === 'error') throw new Error(message);
  return data;
}
