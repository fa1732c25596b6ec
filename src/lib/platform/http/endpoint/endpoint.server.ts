import type { APIContext, APIRoute } from 'astro';
import { mayHaveCommitted } from '#lib/platform/db/attempt.server.ts';
import type { Attempt } from '#lib/platform/db/query/query-context.server.ts';
import { httpStatus, isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import { isFileError, type UploadedFile, type UploadRules } from '#lib/platform/files/storage/upload.ts';
import { asShopError, readBody, readTextFields } from '#lib/platform/http/endpoint/endpoint-body.server.ts';
import { isPlainForm, loginPath, refererPath, respond } from '#lib/platform/http/endpoint/endpoint-response.server.ts';
import type { FlashMessage } from '#lib/platform/http/endpoint/flash-message.ts';
import { type OldInputFields, saveInputForLogin, saveOldInput } from '#lib/platform/http/endpoint/old-input.server.ts';
import type { Body } from '#lib/platform/http/endpoint/read-upload.server.ts';
import { attemptOf, dropAttempt, saveAttempt } from '#lib/platform/http/endpoint/request-attempt.server.ts';
import { bugMessage, failedRequest, failureKind, logFailure, STATUS_OF } from '#lib/platform/http/failure.server.ts';
import { pathOf } from '#lib/platform/http/guards.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/pages/shared-page.ts';
import { OUTCOME_UNKNOWN, SERVICE_UNAVAILABLE } from '#lib/platform/http/unavailable-page.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { errorsByField, type Issue } from '#lib/primitives/field-errors.ts';

const CHOOSE_FILES_AGAIN = 'Please choose your files again.';

export interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: readonly Issue[] } };
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
  /** A field with a one-time code must not be among these fields. */
  oldInputFields?: OldInputFields;
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
      await progress.body?.discard?.(progress.isStored ?? false);
    }
  };
}

interface RequestProgress {
  body?: Body;
  attempt?: Attempt;
  /** Whether `run` has succeeded, so that the files are stored. */
  isStored?: boolean;
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
  progress.isStored = true;
  if (attempt) dropAttempt(context, attempt);
  if (data instanceof Response) return data;
  const { successMessage = '', redirectTo } = options;
  const message = typeof successMessage === 'function' ? successMessage(data) : successMessage;
  if (options.cacheTags) context.cache.set({ ...PAGE_LIFE, tags: options.cacheTags(data) });
  const next =
    typeof redirectTo === 'function' ? await redirectTo(data, context) : redirectTo && withParams(redirectTo, context);
  return respond(context, 200, { status: 'success', message }, next, data);
}

/** Replaces each parameter in the path, such as `[id]`, with its value in the request's route. */
function withParams(path: string, { params }: APIContext): string {
  return path.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

type FormOptions = Pick<
  EndpointOptions<never, never>,
  'upload' | 'oldInputFields' | 'errorRedirectTo' | 'showRejectedForm' | 'loginPage'
>;

/** A form that was rejected, with its fields as far as they were received. */
interface RejectedForm {
  options: FormOptions;
  context: APIContext;
  typedFields: Body['fields'] | undefined;
}

async function failureResponse(
  options: FormOptions,
  context: APIContext,
  { body, attempt }: RequestProgress,
  thrownError: unknown,
): Promise<Response> {
  const { shop, requestId } = context.locals;
  const typedFields = body?.fields ?? (isFileError(thrownError) ? thrownError.fields : undefined);
  const form: RejectedForm = { options, context, typedFields };
  const kind = failureKind(thrownError);
  const error = asShopError(thrownError, options.upload);
  const status = isShopError(error) ? httpStatus(error.code) : STATUS_OF[kind];
  logFailure(shop.log, failedRequest(context, status), thrownError, kind);
  if (isShopError(error, 'not_logged_in'))
    return respond(context, status, refusalMessage(error), await loginPathFor(form));
  if (isShopError(error)) {
    if (options.showRejectedForm && typedFields && isPlainForm(context.request))
      return options.showRejectedForm(context, error, typedFields);
    saveTypedFields(form);
    const hasFiles = isFileError(thrownError) || (body !== undefined && body.files.length > 0);
    const flashMessage = refusalMessage(error, hasFiles && isPlainForm(context.request));
    return respond(context, status, flashMessage, formPath(form));
  }
  if (kind === 'client_gone') return new Response(null, { status });
  if (kind === 'database_unavailable') {
    saveTypedFields(form);
    const isOutcomeUnknown = attempt !== undefined && mayHaveCommitted(attempt, error);
    if (isOutcomeUnknown && typedFields) saveAttempt(context, attempt, typedFields);
    const message = isOutcomeUnknown ? OUTCOME_UNKNOWN : SERVICE_UNAVAILABLE;
    return respond(context, status, { status: 'error', message }, formPath(form));
  }
  return respond(context, status, { status: 'error', message: bugMessage(requestId) });
}

/** Returns the path of the login page, from which the visitor returns to the form with the typed text. */
async function loginPathFor(form: RejectedForm): Promise<string> {
  const { options, context } = form;
  const { oldInputFields, upload } = options;
  const keepsInput = oldInputFields && isPlainForm(context.request);
  const typedFields = keepsInput ? (form.typedFields ?? (await readTextFields(context, upload))) : undefined;
  const path = formPath({ ...form, typedFields }) ?? refererPath(context);
  if (keepsInput && typedFields && path !== undefined) saveInputForLogin(context, typedFields, oldInputFields, path);
  return loginPath(path, options.loginPage?.(context));
}

function refusalMessage({ message, fields }: ShopError, hasLostFiles = false): FlashMessage {
  const text = hasLostFiles ? `${message} ${CHOOSE_FILES_AGAIN}` : message;
  return { status: 'error', message: text, ...(fields ? { fields } : {}) };
}

function saveTypedFields({ options: { oldInputFields }, context, typedFields }: RejectedForm): void {
  if (typedFields && oldInputFields && isPlainForm(context.request)) saveOldInput(context, typedFields, oldInputFields);
}

/**
 * Returns the path of the personal page that shows the form again. Returns undefined if the form was sent from a
 * personal page, or if no such page or no input is known.
 */
function formPath({ options: { errorRedirectTo }, context, typedFields }: RejectedForm): string | undefined {
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
