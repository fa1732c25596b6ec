import { spawn, spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { type Answers, BACK } from '#lib/operations/setup/answers.server.ts';
import { askQuestions } from '#lib/operations/setup/ask-questions.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { openMigrated } from '#lib/platform/db/migrator/open-migrated.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';
import { startMailServer } from '#support/mail-server.ts';
import { root } from '#support/project-root.ts';
import { temporaryDir } from '#support/shop-process.ts';

async function createShop() {
  const { dir, remove } = temporaryDir('setup-back');
  onTestFinished(remove);
  const db = await openMigrated({ dataDir: dir }, { creation: { isNew: false } });
  onTestFinished(() => db.close());
  await contentOf(db).reload(db);
  return { env: { DATA_DIR: dir }, db, now: Date.now };
}

/**
 * Answers each question with its next scripted answer, or with Enter if there is none. The input ends at the question
 * `lastName`.
 */
function createScriptedAnswers(
  answers: Record<string, (string | typeof BACK)[]>,
  lastName: string,
): Answers & { askedNames: string[] } {
  const askedNames: string[] = [];
  return {
    askedNames,
    isInteractive: true,
    async next({ name, defaultAnswer, isOptional }, answerBefore) {
      askedNames.push(name);
      const nextAnswer = answers[name]?.shift();
      if (nextAnswer !== undefined) return nextAnswer;
      return name === lastName ? undefined : (answerBefore ?? defaultAnswer ?? (isOptional ? '' : undefined));
    },
    close() {},
  };
}

test('"back" returns to the previous question, skipping those that were not asked', async () => {
  const shop = await createShop();
  const answers = createScriptedAnswers(
    {
      name: [BACK, 'Kora', 'Kora Handlooms'],
      legalName: [BACK, 'Kora LLP'],
      'address.address': ['1 Street'],
      'state.name': ['Telagana', '32', 'kerala'],
      'address.email': [BACK, 'hello@kora.in'],
      // Without a GSTIN, the question about the scheme is skipped in both directions.
      'grievance.name': [BACK, 'Meera'],
    },
    'grievance.designation',
  );
  await askQuestions(shop, answers);
  expect(answers.askedNames).toEqual([
    ...['name', 'name', 'legalName', 'name', 'legalName', 'address.address'],
    ...['state.name', 'state.name', 'address.email', 'state.name', 'address.email', 'address.mobile'],
    ...['gstin', 'grievance.name', 'gstin', 'grievance.name', 'grievance.designation'],
  ]);
  expect(shopSettings(shop.db)).toMatchObject({
    name: 'Kora Handlooms',
    legalName: 'Kora LLP',
    state: { name: 'Kerala' },
  });
});

test('a failed test email is a problem only until a later one arrives', async () => {
  const mailServer = await startMailServer({ authOptional: true });
  onTestFinished(() => mailServer.close());
  const shop = await createShop();
  const answers = createScriptedAnswers(
    {
      name: ['Kora'],
      legalName: ['Kora LLP'],
      'address.address': ['1 Street'],
      'state.name': ['Kerala'],
      'address.email': ['hello@kora.in'],
      'grievance.name': ['Meera'],
      'grievance.email': ['g@kora.in'],
      'grievance.mobile': ['9847012345'],
      SITE_URL: ['https://kora.in'],
      SMTP_URL: ['smtp://127.0.0.1:1', `smtp://127.0.0.1:${mailServer.port}`],
      MAIL_FROM: ['hello@kora.in', BACK, 'hello@kora.in'],
      testLetter: ['owner@kora.in', 'owner@kora.in'],
      'ownerMails.to': [BACK, ''],
    },
    'delivery.price',
  );
  // The owner goes back from the question about emails to the test email, and from there to the mail server.
  answers.next = goBackOnce(answers.next, 'testLetter');
  expect(await askQuestions(shop, answers)).toEqual([]);
  expect(mailServer.received).toHaveLength(1);
});

/** Wraps `nextAnswer` so that it goes back when the question is asked for the second time. */
function goBackOnce(nextAnswer: Answers['next'], name: string): Answers['next'] {
  let askCount = 0;
  return async (question, answerBefore) => {
    if (question.name === name && ++askCount === 2) return BACK;
    return nextAnswer(question, answerBefore);
  };
}

test('"back" works at a terminal, but is an ordinary answer in a pipe', async ({ skip }) => {
  const { dir, remove } = temporaryDir('setup-terminal');
  onTestFinished(remove);
  const env = { ...process.env, DATA_DIR: dir, DATABASE_URL: '' };
  const pipedRun = spawnSync(process.execPath, ['scripts/shop.ts', 'setup'], {
    cwd: root,
    env,
    input: 'back\nKora LLP\n',
  });
  expect(pipedRun.stdout.toString()).not.toContain('previous question');
  const secondRun = spawnSync(process.execPath, ['scripts/shop.ts', 'setup'], { cwd: root, env, input: '' });
  expect(secondRun.stdout.toString()).toContain('[back]');
  if (spawnSync('script', ['--version']).status !== 0)
    return skip('This test needs the script command of util-linux, which provides a terminal.');
  const terminal = spawn('script', ['-qec', `${process.execPath} scripts/shop.ts setup`, '/dev/null'], {
    cwd: root,
    env,
  });
  let output = '';
  terminal.stdout.on('data', (part) => (output += part));
  const enterAndExpect = async (text: string, expectedText: string) => {
    terminal.stdin.write(text);
    await expect.poll(() => output).toContain(expectedText);
  };
  await enterAndExpect('', 'Enter back to return to the previous question.');
  await enterAndExpect('back\n', 'This is the first question.');
  await enterAndExpect('Kora\n', '[Kora LLP]');
  await enterAndExpect('BACK\n', '[Kora]');
  terminal.stdin.end('\u0004');
  await new Promise((done) => terminal.once('close', done));
});
