import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type Answers, answersOfFile, answersOfPerson } from '#lib/operations/setup/answers.server.ts';
import { askAll, failureOf, isWanted } from '#lib/operations/setup/ask-all.server.ts';
import { answeredBefore, keepSetting, type SetupPlace } from '#lib/operations/setup/keep-answer.server.ts';
import { lawGaps } from '#lib/operations/setup/law-gaps.server.ts';
import { leftFromDemo } from '#lib/operations/setup/left-from-demo.server.ts';
import { QUESTIONS } from '#lib/operations/setup/questions.ts';
import { tryRazorpay } from '#lib/operations/setup/try-out.server.ts';
import { printShop } from '#lib/platform/cli/shop-line.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { openMigrated } from '#lib/platform/db/migrations/open-migrated.server.ts';
import { SettingsError } from '#lib/platform/env-reader.server.ts';
import { orStopped } from '#lib/platform/errors/stopped-error.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import { loadSettings, ownerSettings } from '#lib/platform/load-settings.server.ts';
import { settingsFileOf } from '#lib/platform/settings-file.server.ts';

const INTRODUCTION = `This asks for what a live shop needs, and tests mail and payment. Each answer is saved at once.
Enter keeps the value in [ ]; - leaves it empty; Ctrl-C stops, and the next setup continues from there.`;
const HOW_TO_GO_BACK = 'Type back to return to the previous question.';

const KEPT = 'Answers given before that are kept.';

export function setupCommand(): CommandUnknownOpts {
  return new Command('setup')
    .description('set up a live shop: asks for its settings, then tests mail and payment')
    .option('--answers <file>', 'read the answers from this file (NAME=answer, one per line), for scripts')
    .usage('[--answers FILE]')
    .action(async ({ answers: file }) => {
      const answers = file === undefined ? answersOfPerson() : answersOfFile(await readFile(file, 'utf8'));
      try {
        const isDone = await orStopped(KEPT, () => withPlace(process.env, (place) => setUp(place, answers)));
        if (!isDone) process.exitCode = 1;
      } finally {
        answers.close();
      }
    });
}

/** The settings may not be right yet, so only those of the database count. */
async function withPlace<T>(env: NodeJS.ProcessEnv, work: (place: SetupPlace) => Promise<T>): Promise<T> {
  const { DATABASE_URL: databaseUrl, NEW_SHOP } = ownerSettings(env);
  const place = { dataDir: dirname(settingsFileOf(env)), databaseUrl };
  const db = await openMigrated(place, { creation: { isNew: NEW_SHOP === 'on' } });
  try {
    await contentOf(db).follow(db);
    printShop(db, place);
    return await work({ env, db, now: Date.now });
  } finally {
    await db.close();
  }
}

async function setUp(place: SetupPlace, answers: Answers): Promise<boolean> {
  console.log(INTRODUCTION);
  if (process.stdin.isTTY) console.log(HOW_TO_GO_BACK);
  await sayWhatIsThere(place);
  const failed = await askAll(place, answers);
  const razorpay = await tryRazorpay(place);
  if (razorpay) failed.push(...failureOf(razorpay));
  await keepSecretKey(place);
  return conclude(place, failed);
}

/** Going live with the demo's goods would be a pity. */
async function sayWhatIsThere({ env, db }: SetupPlace): Promise<void> {
  if (ownerSettings(env).SHOP_MODE === 'live') return;
  const { products, orders } = await db.read
    .selectNoFrom((of) => [
      of.selectFrom('product').select(of.fn.countAll<number>().as('n')).as('products'),
      of.selectFrom('orders').select(of.fn.countAll<number>().as('n')).as('orders'),
    ])
    .executeTakeFirstOrThrow();
  if (Number(products) + Number(orders) === 0) return;
  console.log(`
The database has ${Number(products)} products and ${Number(orders)} orders already. If they are the demo’s, begin in a folder of its own:
  DATA_DIR=/srv/shop npm run shop -- setup`);
}

/** A shop that has run keeps its key, or links that were mailed would break. */
async function keepSecretKey(place: SetupPlace): Promise<void> {
  if (ownerSettings(place.env).SECRET_KEY) return;
  const keyFile = join(dirname(settingsFileOf(place.env)), 'secret-key');
  const before = await readFile(keyFile, 'utf8').catch(ignoreNotFound);
  await keepSetting(place, 'SECRET_KEY', before?.trim() || randomBytes(32).toString('base64url'));
}

async function conclude(place: SetupPlace, failed: readonly string[]): Promise<boolean> {
  const { env, db } = place;
  const wrong = [...failed, ...(await stillOpen(place)), ...problemsOfLive(env)];
  const gaps = lawGaps(db);
  const lines = [
    `\nSettings are in ${resolve(settingsFileOf(env))}: for you alone, as it holds passwords.`,
    ...[...new Set(wrong)].map((text) => `✗ ${text}`),
    ...(gaps.length > 0 ? ['\nWhat the law in India asks for, and the shop does not say yet:'] : []),
    ...gaps.map((gap) => `- ${gap}`),
  ];
  console.log(lines.join('\n'));
  if (wrong.length > 0) {
    console.log('\nThe shop is not live yet. Run setup again: it keeps what was answered.');
    return false;
  }
  await keepSetting(place, 'SHOP_MODE', 'live');
  const left = leftFromDemo(db);
  if (left.length > 0) console.log('\nStill the demo’s, each with the command that changes it (npm run shop -- …):');
  for (const line of left) console.log(`- ${line}`);
  console.log(OPENS);
  return true;
}

const OPENS = `
The shop is live from its next start: npm start. Bring goods in by npm run shop -- import FILE; what is wrong says npm run shop -- doctor.`;

async function stillOpen(place: SetupPlace): Promise<string[]> {
  const open: string[] = [];
  for (const question of QUESTIONS) {
    if (question.isOptional || !isWanted(place, question)) continue;
    if ((await answeredBefore(place, question)) === undefined)
      open.push(`${question.name} is not answered yet: ${question.ask}.`);
  }
  return open;
}

function problemsOfLive(env: NodeJS.ProcessEnv): string[] {
  try {
    loadSettings({ ...env, SHOP_MODE: 'live' });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
