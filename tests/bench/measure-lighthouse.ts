import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startWithNpmFlags, temporaryDir } from '#support/shop-process.ts';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/ensure-chromium.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Figure, median } from './figures.ts';
import { budgetPages, CONTENT_PAGES } from './pages.ts';
import { prepareData } from './prepared-data.ts';
import { quietRounds } from './quiet-rounds.ts';

/** The package that npx downloads on demand, because it needs 130 MB and only this benchmark uses it. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const MAX_REPORT_BYTES = 50_000_000;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const MIN_SCORE = 98;
const LCP_BUDGET_MS = 1_000;
const TBT_BUDGET_MS = 50;

/** Scores from 0 to 100, and times in milliseconds. */
interface Visit {
  scores: Record<string, number>;
  lcp: number;
  tbt: number;
  cls: number;
  /** The audits that lower a score. */
  failedAudits: string[];
  /** Lighthouse's measure of the machine's speed. Below about 1,500, the simulation of a slow phone is too slow. */
  benchmarkIndex: number;
}

/** Measures pages with Lighthouse's simulation of a phone. The figures are medians of a few visits. */
export async function measureLighthouse({ rounds }: BenchOptions): Promise<Figure[]> {
  const shop = await startWithNpmFlags({ dataDir: await prepareData('demo') });
  const chromium = await startChromium();
  try {
    return await measurePages(shop.origin, chromium.port, rounds);
  } finally {
    await chromium.stop();
    await shop.stop();
  }
}

async function measurePages(origin: string, port: number, rounds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  const shopPages = (await budgetPages(origin)).filter(({ name }) => ['home', 'listing', 'product'].includes(name));
  for (const page of [...shopPages, ...CONTENT_PAGES]) {
    const visits = await quietRounds.run(rounds, () => visit(origin + page.path, port));
    const add = (label: string, value: number, extra: Partial<Figure>) =>
      figures.push({ part: 'lighthouse', label: `${page.name}, ${label}`, value, unit: '', ...extra });
    const index = median(visits.map(({ benchmarkIndex }) => benchmarkIndex));
    const note = [`machine ${index}`, ...new Set(visits.flatMap(({ failedAudits }) => failedAudits))].join(', ');
    for (const category of CATEGORIES) {
      const scores = visits.map((simulatedVisit) => simulatedVisit.scores[category] ?? 0);
      add(category, median(scores), {
        budget: MIN_SCORE,
        isMinimum: true,
        note: category === 'performance' ? note : '',
      });
    }
    add('LCP in the simulation', median(visits.map(({ lcp }) => lcp)), { unit: 'ms', budget: LCP_BUDGET_MS });
    add('TBT in the simulation', median(visits.map(({ tbt }) => tbt)), { unit: 'ms', budget: TBT_BUDGET_MS });
    add('CLS', Math.round(Math.max(...visits.map(({ cls }) => cls)) * 100) / 100, { budget: 0 });
  }
  return figures;
}

async function visit(url: string, port: number, attempts = 3): Promise<Visit> {
  const { audits, categories, environment, runtimeError } = await runLighthouse(url, port);
  // If the trace began after the page load, Lighthouse recommends another run.
  if (runtimeError && attempts > 1) return visit(url, port, attempts - 1);
  if (runtimeError) throw new Error(`Lighthouse on ${url}: ${runtimeError.message}`);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const weightedAudits = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  );
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, category]) => [name, Math.round((category.score ?? 0) * 100)]),
    ),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    benchmarkIndex: environment.benchmarkIndex,
    failedAudits: weightedAudits.filter(({ id }) => (audits[id]?.score ?? 1) < 0.9).map(({ id }) => id),
  };
}

/** The parts of Lighthouse's report that are used here (see "Understanding the results" in Lighthouse's docs). */
interface Report {
  audits: Record<string, { numericValue?: number; score: number | null }>;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  environment: { benchmarkIndex: number };
  runtimeError?: { message: string };
}

async function runLighthouse(url: string, port: number): Promise<Report> {
  const args = ['--yes', LIGHTHOUSE, url, `--port=${port}`, '--output=json', '--quiet'];
  const { stdout } = await promisify(execFile)('npx', [...args, `--only-categories=${CATEGORIES.join()}`], {
    maxBuffer: MAX_REPORT_BYTES,
  });
  return JSON.parse(stdout) as Report;
}

/** Starts a browser with a debugging port, through which Lighthouse controls the browser. */
async function startChromium(): Promise<{ port: number; stop(): Promise<void> }> {
  const profile = temporaryDir('chromium');
  const args = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile.dir}`, ...CHROMIUM_FLAGS];
  const child = spawn(ensureChromium(), [...args, 'about:blank'], { stdio: 'ignore' });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const portFile = join(profile.dir, 'DevToolsActivePort');
  for (let attempt = 0; !existsSync(portFile) && attempt < 200; attempt++) await wait(50);
  await wait(200);
  return {
    port: Number(readFileSync(portFile, 'utf8').split('\n')[0]),
    async stop() {
      child.kill();
      await exit;
      await wait(200);
      profile.remove();
    },
  };
}
