// The first matching pattern counts, because most browsers also send the names of other browsers.
const BROWSERS: [RegExp, string][] = [
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Returns the name of a device, for example "Chrome on Android". An unknown browser is called "A browser". */
export function deviceName(userAgent: string | null): string {
  const firstMatch = (patterns: [RegExp, string][]) => patterns.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = firstMatch(BROWSERS) ?? 'A browser';
  const system = firstMatch(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
