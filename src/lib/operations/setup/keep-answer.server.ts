import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import { deliveryAnswer, withDeliveryAnswer } from '#lib/operations/setup/delivery-answers.ts';
import type { Question } from '#lib/operations/setup/questions.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { ownerSettings, settingProblem } from '#lib/platform/load-settings.server.ts';
import { isSettingName } from '#lib/platform/setting-names.ts';
import {
  settingsFileOf,
  settingsFileText,
  withSettings,
  writeSettingsFile,
} from '#lib/platform/settings-file.server.ts';
import { stateCode } from '#lib/primitives/state-codes.ts';
import { STATES } from '#lib/primitives/states.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export interface SetupPlace {
  env: NodeJS.ProcessEnv;
  db: ShopDatabase;
  now(): number;
}

/** What was answered before; nothing of the demo's, unless the owner has said the same. */
export async function answeredBefore({ env, db }: SetupPlace, { name, keeps }: Question): Promise<string | undefined> {
  if (keeps === 'file') return isSettingName(name) ? ownerSettings(env)[name] : undefined;
  if (keeps === 'delivery')
    return isOwn(db, DELIVERY.path) ? deliveryAnswer(contentOf(db).of(DELIVERY), name) : undefined;
  if (keeps === 'letter') return undefined;
  const answer = fieldOf(shopSettings(db), name);
  const isDemos = answer === fieldOf(contentOf(db).shippedValue(SETTINGS, SETTINGS.path), name);
  return isDemos && !(await isSaid(db, name)) ? undefined : String(answer);
}

/** That an answer is the owner's own, though it may be what came with the shop, such as the state. */
export async function isSaid(db: ShopDatabase, name: string): Promise<boolean> {
  return (await readNote(db, noteOf(name))) !== undefined;
}

function noteOf(name: string): string {
  return `setup ${name}`;
}

function fieldOf(whole: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], whole);
}

/** At once, so that an interruption loses nothing. Throws `invalid` with a sentence. */
export async function keepAnswer(place: SetupPlace, { name, keeps }: Question, answer: string): Promise<void> {
  if (keeps === 'file') return keepSetting(place, name, answer);
  if (keeps === 'delivery') return keepDelivery(place, name, answer);
  if (keeps !== 'settings') return;
  await inPlainWords(() => setFields(place, SETTINGS, fieldsFor(place.db, name, answer), () => undefined));
  await saveNote(place.db, noteOf(name), '', place.now());
}

export async function keepSetting({ env }: Pick<SetupPlace, 'env'>, name: string, answer: string): Promise<void> {
  if (!isSettingName(name)) throw new Error(`${name} is no setting`);
  if (env[name] && env[name] !== answer)
    throw new ShopError('invalid', `${name} is set in the environment, which counts more: change it there.`);
  const problem = settingProblem(name, answer);
  if (problem) throw new ShopError('invalid', problem);
  const path = settingsFileOf(env);
  const text = settingsFileText(path);
  if (answer === '' && !ownerSettings(env)[name]) return;
  const after = withSettings(text, { [name]: answer });
  if (after !== text) await writeSettingsFile(path, after);
}

async function keepDelivery(place: SetupPlace, name: string, answer: string): Promise<void> {
  const terms = withDeliveryAnswer(contentOf(place.db).of(DELIVERY), isOwn(place.db, DELIVERY.path), name, answer);
  if (typeof terms === 'string') throw new ShopError('invalid', terms);
  const fields = { zones: JSON.stringify(terms.zones), freeFromPaise: String(terms.freeFromPaise) };
  await inPlainWords(() => setFields(place, DELIVERY, fields, () => undefined));
}

/** A GSTIN of another state would be refused together with the state; the demo's names a company that is not theirs. */
function fieldsFor(db: ShopDatabase, name: string, answer: string): Record<string, string> {
  const state = STATES.find((one) => one.toLowerCase() === answer.toLowerCase());
  if (name !== 'state.name' || !state) return { [name]: answer };
  const { gstin } = shopSettings(db);
  const isTheirs = 'gstin' in ownFields(db) && gstin.startsWith(stateCode(state));
  return { 'state.name': state, ...(isTheirs ? {} : { gstin: '' }) };
}

function ownFields(db: ShopDatabase): Record<string, unknown> {
  const own = contentOf(db).own.get(SETTINGS.path);
  return own?.state === 'own' ? JSON.parse(own.body) : {};
}

export function isOwn(db: ShopDatabase, path: string): boolean {
  return contentOf(db).own.get(path)?.state === 'own';
}

/** Here nobody sees the file whose line is told. */
async function inPlainWords(save: () => Promise<unknown>): Promise<void> {
  try {
    await save();
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    throw new ShopError('invalid', error.message.replaceAll(/^\w+\.json:\d+:\d+ /gm, ''));
  }
}
