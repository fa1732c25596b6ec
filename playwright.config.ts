import { mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from './scripts/ensure-chromium.ts';

// Workers read this file again and must find the same port and folder.
process.env.E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 12_000));
process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), 'taana-e2e-'));
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/e2e-stock.ts',
  fullyParallel: true,
  // Some tests mostly wait, so there is one more worker than there are processors, up to 6. Twice as many workers as
  // processors would need 10% more processor time.
  workers: Math.min(availableParallelism() + 1, 6),
  // `npm test` lists as a defect any test that passes only when it is retried.
  retries: 1,
  // Long enough for a busy machine; none of these limits measures speed.
  timeout: 120_000,
  expect: { timeout: 45_000 },
  outputDir: 'test-results',
  use: {
    baseURL,
    viewport: { width: 360, height: 800 },
    locale: 'en-IN',
    // Most tests are not about motion, and the moving announcements would use a fifth of the processor time.
    contextOptions: { reducedMotion: 'reduce' },
    // Only the tests that need the service worker allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: ensureChromium(),
      args: CHROMIUM_FLAGS,
    },
  },
  projects: [
    { name: 'script', testIgnore: /no-script\.spec\.ts/ },
    { name: 'no-script', use: { javaScriptEnabled: false }, testMatch: /no-script\.spec\.ts/ },
  ],
  webServer: {
    command: 'node scripts/build-if-needed.ts && node src/start.js',
    url: `${baseURL}/readyz`,
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGINT', timeout: 5_000 },
    env: {
      ...process.env,
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA,
      SHOP_MODE: 'demo',
      PICTURES_AHEAD: '0',
      DEMO_HISTORY: 'off',
      DATABASE_URL: '',
      // The shop accepts the uploads of these tests even if the disk is nearly full.
      DISK_RESERVE_MB: '0',
      LOG_LEVEL: 'warn',
      // For the Shiprocket stub that the shipping test starts.
      SHIPROCKET_EMAIL: 'api-user@kora.example',
      SHIPROCKET_PASSWORD: 'api-password',
      SHIPROCKET_PICKUP_LOCATION: 'Warehouse',
      SHIPROCKET_WEBHOOK_TOKEN: 'webhook-token',
      SHIPROCKET_API_URL: `http://127.0.0.1:${Number(process.env.E2E_PORT) + 1}`,
    } as Record<string, string>,
  },
});
