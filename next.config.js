import { PHASE_PRODUCTION_SERVER } from 'next/constants.js';
import { policyReporting, secretHeaders, securityHeaders } from './lib/http/security-headers.ts';

const wizard = {
  ...secretHeaders,
  'Content-Security-Policy': `default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; ${policyReporting}`,
};
// Its policy has a nonce and comes from proxy.ts, over the one here. Its own forms tell where they come from.
const consolePages = { 'Referrer-Policy': 'same-origin' };
const cachedForGood = { 'Cache-Control': 'public, max-age=31536000, immutable' };

// Its address names the colour; that it is made anew after an update need not wait for longer than a day.
const cachedForADay = { 'Cache-Control': 'public, max-age=86400' };
// Its address names its contents and is part of a secret; for an hour only, since a refusal would be kept as long.
const keptByTheBrowser = { 'Cache-Control': 'private, max-age=3600' };

const cachedForMinutes = { 'Cache-Control': 'public, max-age=300', 'X-Robots-Tag': 'all' };
// A platform's pages load it by an address that stays the same.
const forOtherSites = {
  'Cache-Control': 'public, max-age=300',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
// Its script copies, keeps the language of the examples, and searches what it fetches from here.
const documentationPage = {
  'Content-Security-Policy': `default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ${policyReporting}`,
};

const list = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/** @type {import('next').NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  // `npm run check` does this, in the strict way; the build need not do it again.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  experimental: {
    authInterrupts: true,
    optimizePackageImports: ['@mantine/core', '@mantine/hooks'],
    // It saves some seconds of the next build, and takes 400 MB of every checkout.
    turbopackFileSystemCacheForBuild: false,
  },
  serverExternalPackages: [
    '@zxcvbn-ts/language-common',
    // What it has found out of the provider is kept for all routes, and it knows it by its class.
    'openid-client',
    'pg',
    'pg-boss',
    'pino',
    'node-forge',
    'undici',
  ],
  // What is left of an address whose workspace was cut off leads to one.
  redirects: async () => [{ source: '/w', destination: '/console', permanent: false }],
  headers: async () => [
    // The pages outside the API are drawn with the wizard's stylesheet, those that are not there too.
    { source: '/:path*', headers: list(wizard) },
    { source: '/api/:path*', headers: list({ ...securityHeaders, ...secretHeaders }) },
    // For everybody, and kept by caches until they change; the page is drawn with a stylesheet of ours.
    { source: '/api/:path*/openapi.json', headers: list(cachedForMinutes) },
    ...['/docs/:path*', '/api/docs/:path*'].map((source) => ({
      source,
      headers: list({ ...cachedForMinutes, ...documentationPage }),
    })),
    ...[
      '/console',
      '/login/:path*',
      '/logout',
      '/setup',
      '/account',
      '/password/:path*',
      '/invite/:path*',
      '/w/:path*',
    ].map((source) => ({
      source,
      headers: list(consolePages),
    })),
    // Linked with the hash of their content, so that a new version has a new address.
    ...[
      '/:file(wizard.css|wizard.js|docs.css|docs.js|docs-search.js|reference.css)',
      '/docs/:file(search.json|minisearch.js)',
    ].map((source) => ({
      source,
      has: [{ type: 'query', key: 'v' }],
      headers: list(cachedForGood),
    })),
    { source: '/alta-registration.js', headers: list(forOtherSites) },
    { source: '/tema/:file', headers: list(cachedForADay) },
    { source: '/reg/:ref/logo', has: [{ type: 'query', key: 'v' }], headers: list(keptByTheBrowser) },
  ],
};

export default async function configure(phase) {
  // The plugin tells the compiler where the texts are. What is built knows it: its watcher and compiler need not be there.
  if (phase === PHASE_PRODUCTION_SERVER) return nextConfig;
  const { default: createNextIntlPlugin } = await import('next-intl/plugin');
  return createNextIntlPlugin('./lib/i18n.ts')(nextConfig);
}
