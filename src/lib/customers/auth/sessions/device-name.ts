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

/** Returns the name of a device, for example "Chrome on Android", or "A browser" if the browser is unknown. */
export function deviceName(userAgent: string | null): string {
  const firstMatch = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = firstMatch(BROWSERS) ?? 'A browser';
  const system = firstMatch(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
