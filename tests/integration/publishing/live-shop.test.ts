import { afterAll, expect, inject, test, vi } from 'vitest';
import { shopCommands } from '#lib/operations/startup/commands.server.ts';
import { runCommand } from '#lib/platform/cli/command.server.ts';
import { findProgram } from '#support/find-program.ts';
import { customerJourney, guestJourney, type Journey, waitForMail } from '#support/own-shop/customer-journeys.ts';
import { demoTraces } from '#support/own-shop/demo-traces.ts';
import { type LiveShop, SITE_URL, startLiveShop } from '#support/own-shop/live-shop.ts';
import { OWNER } from '#support/own-shop/owners-folder.ts';
import { mailText, type Recording, recordingVisitor } from '#support/own-shop/recorded.ts';
import { walkPages } from '#support/own-shop/walk-pages.ts';
import { createDatabase } from '#support/test-database.ts';

/** The shipped proxies that the machine has. If there are two, each engine is tested behind a different proxy. */
const PROXIES = (['nginx', 'caddy'] as const).filter((name) => findProgram(name) !== undefined);
const ENGINES = [
  { engine: 'sqlite', proxy: PROXIES[0] },
  { engine: 'postgres', proxy: PROXIES.at(-1) },
] as const;

/** The commands of both shops run one after the other, because they set the same environment variables. */
let lastCommand: Promise<void> = Promise.resolve();

afterAll(() => vi.unstubAllEnvs());

for (const { engine, proxy } of ENGINES) {
  const isPossible = proxy !== undefined && (engine === 'sqlite' || inject('postgresUrl') !== '');
  const runTest = isPossible ? test.concurrent : test.skip;
  runTest(`a live shop with a different name shows no trace of the demo, on ${engine} behind ${proxy}`, async () => {
    const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
    const shop = await startLiveShop(proxy ?? 'nginx', database?.url);
    try {
      expect(findDemoTraces(await recordShop(shop))).toEqual([]);
    } finally {
      await shop.stop();
      await database?.drop();
    }
  });
}

/** Imports the owner's content, buys as customers, and follows the links as a visitor. Returns all received texts. */
async function recordShop(shop: LiveShop): Promise<Recording[]> {
  const receivedTexts: Recording[] = [];
  const record = (recorded: Recording) => void receivedTexts.push(recorded);
  const journey: Journey = { shop, record, command: createCommandRunner(shop, record) };
  const { cli, folder } = shop;
  expect(await cli('content', 'import', folder.texts)).toMatchObject({ status: 0, stderr: '' });
  expect(await cli('import', folder.sheet, '--images', folder.photos, '--yes')).toMatchObject({ status: 0 });
  await Promise.all([guestJourney(journey), customerJourney(journey)]);
  await followLinks(journey);
  for (const mail of shop.mailServer.received) record({ where: `mail to ${mail.to}`, text: mailText(mail) });
  record({ where: 'log', text: shop.output() });
  expect(shop.mailServer.received.length).toBeGreaterThan(8);
  expect(receivedTexts.filter(({ text }) => /Kora (?:&|&amp;) Kin/.test(text)).length).toBeGreaterThan(100);
  return receivedTexts;
}

/** Follows the links on the shop's pages and in its emails, and sends requests that are rejected. */
async function followLinks(journey: Journey): Promise<void> {
  const { shop, record } = journey;
  const visitor = recordingVisitor(shop.visitor('127.0.0.4'), record);
  const paths = await walkPages(visitor, SITE_URL);
  expect(paths.size).toBeGreaterThan(60);
  await waitForMail(journey, OWNER.email, /Message from Meena/);
  await waitForMail(journey, 'meena@buyer.example', /back in stock/i);
  const links = shop.mailServer.received.flatMap(
    (mail) => mailText(mail).match(/https:\/\/shop\.example[^\s"<>]*/g) ?? [],
  );
  for (const address of new Set(links)) await visitor.get(address.slice(SITE_URL.length));
  await visitor.post('/public/cart/create', { product: 'nothing' });
  await visitor.post('/public/contact/create', 'no JSON', { origin: 'https://evil.example' });
  await recordingVisitor(shop.visitor('127.0.0.5', 'evil.example'), record).get('/');
  await shop.killShop();
  expect((await visitor.get('/')).status).toBeGreaterThan(500);
}

function findDemoTraces(receivedTexts: readonly Recording[]): string[] {
  const traces = demoTraces();
  const problems = receivedTexts.flatMap((record) => {
    const foundTraces = traces.findIn(record);
    return foundTraces.length > 0 ? [`${record.where}: ${foundTraces.join(', ')}`] : [];
  });
  return [...new Set(problems)];
}

/**
 * Returns a function that runs commands, one after the other, as an owner would type them, and records their output.
 */
function createCommandRunner({ dir, env }: LiveShop, record: (recorded: Recording) => void): Journey['command'] {
  async function run(args: string[]): Promise<void> {
    for (const [name, value] of Object.entries({ ...env, DATA_DIR: dir })) vi.stubEnv(name, value);
    const print = vi.spyOn(console, 'log').mockImplementation((text) => record({ where: args.join(' '), text }));
    await runCommand(await shopCommands(args[0]), args).finally(() => print.mockRestore());
  }
  return (...args) => {
    const commandRun = lastCommand.then(() => run(args));
    // The caller gets the error, but the next command still runs.
    lastCommand = commandRun.catch(() => {});
    return commandRun;
  };
}
