import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import { deliveryAnswer, withDeliveryAnswer } from '#lib/operations/setup/delivery-answers.ts';
import type { Question } from '#lib/operations/setup/questions.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { fieldAt } from '#lib/platform/content/overlay.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { ownerSettings, settingProblem } from '#lib/platform/settings/load-settings.server.ts';
import {
  settingsFileOf,
  settingsFileText,
  withSettings,
  writeSettingsFile,
} from '#lib/platform/settings/settings-file.server.ts';
import { isSettingName } from '#lib/platform/settings/settings-schema.server.ts';
import { stateCode } from '#lib/primitives/state-codes.ts';
import { STATES } from '#lib/primitives/states.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export interface SetupContext {
  env: NodeJS.ProcessEnv;
  db: ShopDatabase;
  now(): number;
}

/** Returns the earlier answer, if there is one. A demo value counts only if the owner has confirmed the value. */
export async function storedAnswer(
  { env, db }: SetupContext,
  { name, savedTo }: Question,
): Promise<string | undefined> {
  if (savedTo === 'file') return isSettingName(name) ? ownerSettings(env)[name] : undefined;
  if (savedTo === 'delivery')
    return isOwnDocument(db, DELIVERY.path) ? deliveryAnswer(contentOf(db).of(DELIVERY), name) : undefined;
  if (savedTo === 'testMail') return undefined;
  const path = name.split('.');
  const storedValue = fieldAt(shopSettings(db), path);
  const isDemoValue = storedValue === fieldAt(contentOf(db).demoValue(SETTINGS, SETTINGS.path), path);
  return isDemoValue && !(await isAnswered(db, name)) ? undefined : String(storedValue);
}

/** Returns whether the owner has answered a question about the settings, even with the demo's value. */
export async function isAnswered(db: ShopDatabase, name: string): Promise<boolean> {
  return (await readNote(db, noteName(name))) !== undefined;
}

function noteName(name: string): string {
  return `setup ${name}`;
}

/**
 * Saves an answer immediately, so that an interruption loses no answers. Throws a ShopError with the code `invalid` if
 * the answer is not valid.
 */
export async function saveAnswer(context: SetupContext, { name, savedTo }: Question, answer: string): Promise<void> {
  if (savedTo === 'file') return saveSetting(context, name, answer);
  if (savedTo === 'delivery') return saveDelivery(context, name, answer);
  if (savedTo !== 'settings') return;
  await saveFields(context, SETTINGS, fieldsFor(context.db, name, answer));
  await saveNote(context.db, noteName(name), '', context.now());
}

/**
 * Saves a setting. The audit log gets only its name, because its value may be a password. Throws a ShopError with the
 * code `invalid` if the value is not valid, or if the environment sets another value.
 */
export async function saveSetting({ env, db, now }: SetupContext, name: string, answer: string): Promise<void> {
  if (!isSettingName(name)) throw new Error(`${name} is not a setting`);
  if (env[name] && env[name] !== answer)
    throw new ShopError('invalid', `${name} is set in the environment, which takes precedence. Change it there.`);
  const problem = settingProblem(name, answer);
  if (problem) throw new ShopError('invalid', problem);
  const path = settingsFileOf(env);
  const text = settingsFileText(path);
  if (answer === '' && !ownerSettings(env)[name]) return;
  const newText = withSettings(text, { [name]: answer });
  if (newText === text) return;
  await writeSettingsFile(path, newText);
  const event = { action: answer === '' ? 'clear setting' : 'save setting', record: { kind: 'setting', id: name } };
  await transaction(db, (tx) => recordAudit(tx, event, now()));
}

async function saveDelivery(context: SetupContext, name: string, answer: string): Promise<void> {
  const terms = withDeliveryAnswer(
    contentOf(context.db).of(DELIVERY),
    isOwnDocument(context.db, DELIVERY.path),
    name,
    answer,
  );
  if (typeof terms === 'string') throw new ShopError('invalid', terms);
  const fields = { zones: JSON.stringify(terms.zones), freeFromPaise: String(terms.freeFromPaise) };
  await saveFields(context, DELIVERY, fields);
}

/** Returns the fields to save. A new state also clears the demo's GSTIN, or a GSTIN of another state. */
function fieldsFor(db: ShopDatabase, name: string, answer: string): Record<string, string> {
  const state = STATES.find((option) => option.toLowerCase() === answer.toLowerCase());
  if (name !== 'state.name' || !state) return { [name]: answer };
  const { gstin } = shopSettings(db);
  const belongsToState = 'gstin' in contentOf(db).ownFields(SETTINGS.path) && gstin.startsWith(stateCode(state));
  return { 'state.name': state, ...(belongsToState ? {} : { gstin: '' }) };
}

export function isOwnDocument(db: ShopDatabase, path: string): boolean {
  return contentOf(db).ownTexts.get(path)?.state === 'own';
}

/** Removes positions, such as `settings.json:3:5`, from an error message, because setup does not show the file. */
async function saveFields(
  context: SetupContext,
  document: ContentDocument<unknown>,
  fields: Record<string, string>,
): Promise<void> {
  try {
    await setFields(context, document, fields);
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    throw new ShopError('invalid', error.message.replaceAll(/^\w+\.json:\d+:\d+ /gm, ''));
  }
}
