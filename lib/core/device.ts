/** Where something was done, in names that are the same in every language. */
export type Device = { browser?: string; system?: string };

/** The most telling sign first: most browsers also name those they are compatible with. */
const BROWSERS: readonly [sign: RegExp, name: string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];

const SYSTEMS: readonly [sign: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The browser and system that a `User-Agent` names, in short; both missing if it names none that is known. */
export function toDevice(userAgent: string | null): Device {
  const nameIn = (known: typeof BROWSERS) => known.find(([sign]) => sign.test(userAgent ?? ''))?.[1];
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}
