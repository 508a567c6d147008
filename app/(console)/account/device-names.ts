import { getTranslations } from 'next-intl/server';

/** Formats user agents so that users recognize their devices: `Chrome en Android`. */
export async function deviceNames(): Promise<(userAgent: string | null) => string> {
  const t = await getTranslations('console.account.account');
  return (userAgent) => {
    const known = deviceOf(userAgent);
    return known ? t('on', known) : t('unknownDevice');
  };
}

const browsers: [RegExp, string][] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/OPR\//, 'Opera'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Browser and system of a user agent; undefined if unknown. */
function deviceOf(userAgent: string | null): { browser: string; system: string } | undefined {
  const named = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent ?? ''))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  return browser && system ? { browser, system } : undefined;
}
