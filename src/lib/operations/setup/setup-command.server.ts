import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type Answers, answersFromFile, answersFromTerminal } from '#lib/operations/setup/answers.server.ts';
import { askQuestions, isApplicable, printResult } from '#lib/operations/setup/ask-questions.server.ts';
import { demoLeftovers } from '#lib/operations/setup/demo-leftovers.server.ts';
import { missingLegalDetails } from '#lib/operations/setup/missing-legal-details.server.ts';
import { QUESTIONS } from '#lib/operations/setup/questions.server.ts';
import { type SetupContext, saveSetting, storedAnswer } from '#lib/operations/setup/save-answer.server.ts';
import { testRazorpay, testShiprocket } from '#lib/operations/setup/test-services.server.ts';
import { COMMAND_LINE, runAs } from '#lib/platform/actor/actor.server.ts';
import { printShop } from '#lib/platform/cli/print-shop.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { openMigrated } from '#lib/platform/db/migrator/open-migrated.server.ts';
import { withOutcomeOnFault } from '#lib/platform/errors/stopped-error.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import { SECRET_KEY_FILE } from '#lib/platform/secret-key.server.ts';
import { loadSettings, ownerSettings } from '#lib/platform/settings/load-settings.server.ts';
import { SettingsError } from '#lib/platform/settings/settings-error.ts';
import { settingsFileOf } from '#lib/platform/settings/settings-file.server.ts';
import { countText } from '#lib/primitives/plural.ts';

const INTRODUCTION = `This command sets up a live shop, and tests email, payment and courier. Each answer is saved immediately.
Press Enter to keep the value in [ ], enter - to leave it empty, or press Ctrl-C to stop. To continue, run setup again.`;

export function setupCommand(): CommandUnknownOpts {
  return new Command('setup')
    .description('set up a live shop: asks for its settings, then tests email, payment and courier')
    .option('--answers <file>', 'read the answers from this file (NAME=answer, one per line), for scripts')
    .usage('[--answers FILE]')
    .action(async ({ answers: file }) => {
      const answers = file === undefined ? answersFromTerminal() : answersFromFile(await readFile(file, 'utf8'));
      try {
        const isLive = await withOutcomeOnFault('Your answers so far are saved.', () =>
          withSetupContext(process.env, (context) => setUp(context, answers)),
        );
        if (!isLive) process.exitCode = 1;
      } finally {
        answers.close();
      }
    });
}

/** Opens the database. Reads only the settings for this, because the other settings may be invalid before setup. */
async function withSetupContext<T>(env: NodeJS.ProcessEnv, work: (context: SetupContext) => Promise<T>): Promise<T> {
  const { DATABASE_URL: databaseUrl, NEW_SHOP } = ownerSettings(env);
  const location = { dataDir: dirname(settingsFileOf(env)), databaseUrl };
  const db = await openMigrated(location, { creation: { isNew: NEW_SHOP === 'on' } });
  try {
    await contentOf(db).reload(db);
    printShop(db, location);
    return await runAs(COMMAND_LINE, () => work({ env, db, now: Date.now }));
  } finally {
    await db.close();
  }
}

/** Asks all questions and tests the services. Returns whether the shop is live after its next start. */
async function setUp(context: SetupContext, answers: Answers): Promise<boolean> {
  console.log(INTRODUCTION);
  if (process.stdin.isTTY) console.log('Enter back to return to the previous question.');
  await warnAboutExistingData(context);
  const problems = await askQuestions(context, answers);
  for (const testService of [testRazorpay, testShiprocket]) {
    const result = await testService(context);
    if (result) problems.push(...printResult(result));
  }
  await saveSecretKey(context);
  return finishSetup(context, problems);
}

/** Warns the owner of existing products and orders, so that the demo's products don't go live by mistake. */
async function warnAboutExistingData({ env, db }: SetupContext): Promise<void> {
  if (ownerSettings(env).SHOP_MODE === 'live') return;
  const { productCount, orderCount } = await db.read
    .selectNoFrom((eb) => [
      eb.selectFrom('product').select(eb.fn.countAll<number>().as('n')).as('productCount'),
      eb.selectFrom('orders').select(eb.fn.countAll<number>().as('n')).as('orderCount'),
    ])
    .executeTakeFirstOrThrow();
  if (Number(productCount) + Number(orderCount) === 0) return;
  console.log(`
The database has ${countText(Number(productCount), 'product')} and ${countText(Number(orderCount), 'order')}. If they are from the demo, set up the shop in another folder:
  DATA_DIR=/srv/shop npm run shop -- setup`);
}

/** Saves the secret key. An existing key is kept, so that links in sent emails stay valid. */
async function saveSecretKey(context: SetupContext): Promise<void> {
  if (ownerSettings(context.env).SECRET_KEY) return;
  const keyFile = join(dirname(settingsFileOf(context.env)), SECRET_KEY_FILE);
  const existingKey = await readFile(keyFile, 'utf8').catch(ignoreNotFound);
  await saveSetting(context, 'SECRET_KEY', existingKey?.trim() || randomBytes(32).toString('base64url'));
}

async function finishSetup(context: SetupContext, earlierProblems: readonly string[]): Promise<boolean> {
  const { env, db } = context;
  const problems = [...earlierProblems, ...(await unansweredQuestions(context)), ...liveModeProblems(env)];
  const missingDetails = missingLegalDetails(db);
  const lines = [
    `\nThe settings are saved in ${resolve(settingsFileOf(env))}. Keep this file private: it contains passwords.`,
    ...[...new Set(problems)].map((text) => `✗ ${text}`),
    ...(missingDetails.length > 0 ? ['\nStill missing, but required by Indian law:'] : []),
    ...missingDetails.map((detail) => `- ${detail}`),
  ];
  console.log(lines.join('\n'));
  if (problems.length > 0) {
    console.log('\nThe shop is not live yet. Run setup again; your answers are saved.');
    return false;
  }
  await saveSetting(context, 'SHOP_MODE', 'live');
  const leftovers = demoLeftovers(db);
  if (leftovers.length > 0)
    console.log('\nStill from the demo, each with the command that changes it (npm run shop -- …):');
  for (const { line } of leftovers) console.log(`- ${line}`);
  console.log(NEXT_STEPS);
  return true;
}

const NEXT_STEPS = `
The shop is live after its next start: npm start. To import products, run npm run shop -- import FILE. To check for problems, run npm run shop -- doctor.`;

async function unansweredQuestions(context: SetupContext): Promise<string[]> {
  const messages: string[] = [];
  for (const question of QUESTIONS) {
    if (question.isOptional || !isApplicable(context, question)) continue;
    if ((await storedAnswer(context, question)) === undefined)
      messages.push(`${question.name} has no answer yet: ${question.prompt}.`);
  }
  return messages;
}

function liveModeProblems(env: NodeJS.ProcessEnv): string[] {
  try {
    loadSettings({ ...env, SHOP_MODE: 'live' });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
