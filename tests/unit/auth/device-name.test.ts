import { expect, test } from 'vitest';
import { deviceName } from '#lib/customers/auth/sessions/device-name.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${ANDROID} SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36`, 'Samsung Internet on Android'],
  [`${ANDROID} Chrome/130.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`${WINDOWS} Chrome/130.0 Safari/537.36 Edg/130.0`, 'Edge on Windows'],
  [`${WINDOWS} Chrome/130.0 Safari/537.36 OPR/115.0`, 'Opera on Windows'],
  ['Opera/9.80 (Windows NT 6.1) Presto/2.12', 'Opera on Windows'],
  [`${MAC} Version/17.0 Safari/605.1.15`, 'Safari on macOS'],
  [`${IPHONE} Version/17.0 Mobile Safari/604.1`, 'Safari on iOS'],
  [`${IPHONE} CriOS/130.0 Mobile Safari/604.1`, 'Chrome on iOS'],
  [`${IPHONE} FxiOS/130.0 Mobile Safari/604.1`, 'Firefox on iOS'],
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Version/17.0 Safari/604.1', 'Safari on iOS'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/130.0 Safari/537.36', 'Chrome on ChromeOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Linux'],
  ['curl/8.0', 'A browser'],
  ['', 'A browser'],
  [null, 'A browser'],
])('the user agent %j has the device name “%s”', (userAgent, name) => expect(deviceName(userAgent)).toBe(name));
