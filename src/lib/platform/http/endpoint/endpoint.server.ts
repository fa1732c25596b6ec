import type { APIContext, APIRoute } from 'astro';
import { mayHaveCommitted } from '#lib/platform/db/attempt.server.ts';
import type { Attempt } from '#lib/platform/db/query/query-context.server.ts';
import { httpStatus, isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import { isFileError, type UploadedFile, type UploadRules } from '#lib/platform/files/storage/upload.ts';
import { asShopError, type Body, readBody } from '#lib/platform/http/endpoint/endpoint-body.server.ts';
import { isPlainForm, loginPath, refererPath, respond } from '#lib/platform/http/endpoint/endpoint-response.server.ts';
import type { FlashMessage } from '#lib/platform/http/endpoint/flash-message.ts';
import { readTextFields } from '#lib/platform/http/endpoint/input-after-login.server.ts';
import { saveInputForLogin, saveOldInput } from '#lib/platform/http/endpoint/old-input.server.ts';
import { attemptOf, dropAttempt, saveAttempt } from '#lib/platform/http/endpoint/request-attempt.server.ts';
import { bugMessage, failedRequest, failureKind, logFailure, STATUS_OF } from '#lib/platform/http/failure.server.ts';
import { pathOf } from '#lib/platform/http/guards.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/pages/shared-page.ts';
import { OUTCOME_UNKNOWN, SERVICE_UNAVAILABLE } from '#lib/platform/http/unavailable-page.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { errorsByField } from '#lib/primitives/field-errors.ts';

const CHOOSE_FILES_AGAIN = 'Please choose your files again.';

export interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: SchemaError };
}
interface SchemaError {
  issues: readonly { path: readonly PropertyKey[]; message: string }[];
}

export interface EndpointOptions<Input, Data> {
  /** Called before the body is read. Throws a ShopError to refuse the request. */
  admit?: (context: APIContext) => void | Promise<void>;
  input?: Schema<Input>;
  /** Returns the schema, for input whose rules depend on the visitor. Used if `input` is undefined. */
  inputOf?(context: APIContext): Schema<Input>;
  /**
   * The rules for the files of a form. `run` moves files into the file store; files that it does not move are deleted.
   */
  upload?: UploadRules;
  /**
   * Returns the key of the upload budget for a visitor who is not logged in. `admit` must have checked that the visitor
   * may send files.
   */
  uploader?: (context: APIContext) => string;
  run(shop: Shop, input: Input, context: APIContext, files: UploadedFile[]): Promise<Data | Response>;
  /** The message of a successful response. */
  successMessage?: string | ((data: Data) => string);
  /**
   * The path to which a form sent without JavaScript is redirected; by default, the page from which it was sent. A
   * string may contain parameters of the route, such as `[id]`.
   */
  redirectTo?: string | ((data: Data, context: APIContext) => string | Promise<string>);
  /**
   * The names of the fields whose input a rejected form shows again, or a function that returns these names. A field
   * with a one-time code must not be among them.
   */
  oldInputFields?: readonly string[] | ((typedFields: Body['fields']) => readonly string[]);
  /** Returns the path of a personal page that shows the form again if the form was sent from a shared page. */
  errorRedirectTo?: (textOf: (name: string) => string) => string;
  /**
   * Responds to a rejected form by rendering it again. Without this option, the typed text is stored, if it is short,
   * in a cookie for the page to which the response redirects.
   */
  showRejectedForm?(context: APIContext, error: ShopError, typedFields: Body['fields']): Response;
  /** Returns the path of the page for a visitor who must log in first; `/login` by default. */
  loginPage?: (context: APIContext) => string;
  /** Returns the tags with which the response is cached. Only for responses that are the same for everyone. */
  cacheTags?: (data: Data) => string[];
}

/**
 * Returns a route that responds with `{status, message, data}`, or redirects a form sent without JavaScript to a page.
 */
export function endpoint<Input = undefined, Data = unknown>(options: EndpointOptions<Input, Data>): APIRoute {
  return async (context) => {
    const progress: RequestProgress = {};
    try {
      return await successResponse(options, context, progress);
    } catch (error) {
      return await failureResponse(options, context, progress, error);
    } finally {
      await progress.body?.discard?.();
    }
  };
}

interface RequestProgress {
  body?: Body;
  attempt?: Attempt;
}

async function successResponse<Input, Data>(
  options: EndpointOptions<Input, Data>,
  context: APIContext,
  progress: RequestProgress,
): Promise<Response> {
  const { shop } = context.locals;
  await options.admit?.(context);
  const schema = options.input ?? options.inputOf?.(context);
  const body = await readBody(context, schema !== undefined, options.upload, options.uploader?.(context));
  progress.body = body;
  const input = validateInput(schema, { ...body.fields, ...context.params });
  const attempt = mayChangeData(context.request) ? attemptOf(context, body.fields) : undefined;
  progress.attempt = attempt;
  const run = () => options.run(shop, input, context, body.files);
  const data = await (attempt ? shop.db.context.withAttempt(attempt, run) : run());
  body.markStored?.();
  if (attempt) dropAttempt(context, attempt);
  if (data instanceof Response) return data;
  const { successMessage = '', redirectTo } = options;
  const message = typeof successMessage === 'function' ? successMessage(data) : successMessage;
  if (options.cacheTags) context.cache.set({ ...PAGE_LIFE, tags: options.cacheTags(data) });
  const next =
    typeof redirectTo === 'function' ? await redirectTo(data, context) : redirectTo && withParams(redirectTo, context);
  return respond(context, 200, { status: 'success', message }, data, next);
}

/** Replaces each parameter in the path, such as `[id]`, with its value in the request's route. */
function withParams(path: string, { params }: APIContext): string {
  return path.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

type FormOptions = Pick<
  EndpointOptions<never, never>,
  'upload' | 'oldInputFields' | 'errorRedirectTo' | 'showRejectedForm' | 'loginPage'
>;

async function failureResponse(
  options: FormOptions,
  context: APIContext,
  { body, attempt }: RequestProgress,
  thrownError: unknown,
): Promise<Response> {
  const { shop, requestId } = context.locals;
  const typedFields = body?.fields ?? (isFileError(thrownError) ? thrownError.fields : undefined);
  const kind = failureKind(thrownError);
  const error = asShopError(thrownError, options.upload);
  const status = isShopError(error) ? httpStatus(error.code) : STATUS_OF[kind];
  logFailure(shop.log, failedRequest(context, status), thrownError, kind);
  if (isShopError(error, 'not_logged_in'))
    return respond(
      context,
      status,
      refusalMessage(error, false),
      null,
      await loginPathFor(options, context, typedFields),
    );
  if (isShopError(error)) {
    if (options.showRejectedForm && typedFields && isPlainForm(context.request))
      return options.showRejectedForm(context, error, typedFields);
    saveTypedFields(options, context, typedFields);
    const flashMessage = refusalMessage(
      error,
      isPlainForm(context.request) && (body?.files.length || isFileError(thrownError)),
    );
    return respond(context, status, flashMessage, null, formPath(options, context, typedFields));
  }
  if (kind === 'client_gone') return new Response(null, { status });
  if (kind === 'database_unavailable') {
    saveTypedFields(options, context, typedFields);
    const isOutcomeUnknown = attempt !== undefined && mayHaveCommitted(attempt, error);
    if (isOutcomeUnknown && typedFields) saveAttempt(context, attempt, typedFields);
    const message = isOutcomeUnknown ? OUTCOME_UNKNOWN : SERVICE_UNAVAILABLE;
    return respond(context, status, { status: 'error', message }, null, formPath(options, context, typedFields));
  }
  return respond(context, status, { status: 'error', message: bugMessage(requestId) }, null, undefined);
}

/** Returns the path of the login page, from which the visitor returns to the form with the typed text. */
async function loginPathFor(
  options: FormOptions,
  context: APIContext,
  receivedFields: Body['fields'] | undefined,
): Promise<string> {
  const { oldInputFields, upload } = options;
  const keepsInput = oldInputFields && isPlainForm(context.request);
  const typedFields = keepsInput ? (receivedFields ?? (await readTextFields(context, upload))) : undefined;
  const path = formPath(options, context, typedFields) ?? refererPath(context);
  if (keepsInput && typedFields && path !== undefined)
    saveInputForLogin(context, typedFields, oldInputNames(oldInputFields, typedFields), path);
  return loginPath(path, options.loginPage?.(context));
}

function refusalMessage({ message, fields }: ShopError, hasLostFiles: unknown): FlashMessage {
  const text = hasLostFiles ? `${message} ${CHOOSE_FILES_AGAIN}` : message;
  return { status: 'error', message: text, ...(fields ? { fields } : {}) };
}

function oldInputNames(
  names: NonNullable<FormOptions['oldInputFields']>,
  typedFields: Body['fields'],
): readonly string[] {
  return typeof names === 'function' ? names(typedFields) : names;
}

function saveTypedFields(
  { oldInputFields }: FormOptions,
  context: APIContext,
  typedFields: Body['fields'] | undefined,
): void {
  if (typedFields && oldInputFields && isPlainForm(context.request))
    saveOldInput(context, typedFields, oldInputNames(oldInputFields, typedFields));
}

/**
 * Returns the path of the personal page that shows the form again. Returns undefined if the form was sent from a
 * personal page, or if no such page or no input is known.
 */
function formPath(
  { errorRedirectTo }: FormOptions,
  context: APIContext,
  typedFields: Body['fields'] | undefined,
): string | undefined {
  const formPage = refererPath(context);
  const isPersonalPage = formPage !== undefined && !context.locals.routes.isShared(pathOf(formPage));
  return typedFields && !isPersonalPage ? errorRedirectTo?.((name) => textOf(typedFields[name])) : undefined;
}

/** Returns the text of an unvalidated field, or an empty string if it is neither text nor a number. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function mayChangeData({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

function validateInput<Input>(schema: Schema<Input> | undefined, input: Record<string, unknown>): Input {
  if (!schema) return undefined as Input;
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { issues } = result.error;
  throw new ShopError('invalid', issues[0]?.message ?? 'The input is not valid.', errorsByField(issues));
}
