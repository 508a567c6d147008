import { PHASE_PRODUCTION_SERVER } from 'next/constants.js';
import { policyReporting, secretHeaders, securityHeaders } from './lib/http/security-headers.ts';

const wizardPolicy = (ancestors) =>
  `default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}; object-src 'none'; ${policyReporting}`;
const wizard = { ...secretHeaders, 'Content-Security-Policy': wizardPolicy("'none'") };
// The guide beside the portal is a frame in a window that a page of the wizard opened.
const wizardFrame = {
  'Content-Security-Policy': wizardPolicy("'self'"),
  'X-Frame-Options': 'SAMEORIGIN',
};
// proxy.ts overrides the policy of Console pages with one that has a nonce. Their forms send a referrer.
const consolePages = { 'Referrer-Policy': 'same-origin' };
const cachedForGood = { 'Cache-Control': 'public, max-age=31536000, immutable' };

// The address contains the colour but no version, so an update may take up to a day to arrive.
const cachedForADay = { 'Cache-Control': 'public, max-age=86400' };
// The address contains the link's secret and a hash of the contents. Refusals are cached too, so only for an hour.
const cachedForAnHour = { 'Cache-Control': 'private, max-age=3600' };

const cachedForMinutes = { 'Cache-Control': 'public, max-age=300', 'X-Robots-Tag': 'all' };
// Loaded by a platform's pages, under an address that never changes.
const forOtherSites = {
  'Cache-Control': 'public, max-age=300',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
// The page's script copies code, remembers the language of the examples, fetches the search data from here, and sends
// the reference's examples to here.
const documentationPage = {
  'Content-Security-Policy': `default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ${policyReporting}`,
};

const list = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/** @type {import('next').NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  // `npm run check` type-checks strictly; the build need not repeat it.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  // Random by default. deploy/Dockerfile sets the commit, so that the same commit gives the same bytes.
  generateBuildId: () => process.env.REVISION || null,
  experimental: {
    // Loading every page before the first request makes starts a third longer, and first requests no faster.
    preloadEntriesOnStart: false,
    // The build contains the number, by default that of the machine's cores.
    cpus: 1,
    authInterrupts: true,
    optimizePackageImports: ['@mantine/core', '@mantine/hooks'],
    // The cache would save a few seconds per build but take 400 MB in every checkout.
    turbopackFileSystemCacheForBuild: false,
  },
  serverExternalPackages: [
    '@zxcvbn-ts/language-common',
    // Provider metadata is shared by all routes, and the library recognises it by its class.
    'openid-client',
    'pg',
    'pg-boss',
    'pino',
    'node-forge',
    'undici',
  ],
  // A truncated workspace address redirects to the Console.
  redirects: async () => [{ source: '/w', destination: '/console', permanent: false }],
  headers: async () => [
    // All pages outside the API use the wizard's stylesheet, including those for unknown addresses.
    { source: '/:path*', headers: list(wizard) },
    {
      source: '/reg/:path*',
      has: [
        { type: 'header', key: 'sec-fetch-dest', value: 'iframe' },
        { type: 'header', key: 'sec-fetch-site', value: 'same-origin' },
      ],
      headers: list(wizardFrame),
    },
    { source: '/api/:path*', headers: list({ ...securityHeaders, ...secretHeaders }) },
    // Public and cacheable. Documentation pages use a stylesheet of ours.
    { source: '/api/:path*/openapi.json', headers: list(cachedForMinutes) },
    { source: '/llms.txt', headers: list(cachedForMinutes) },
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
    // Linked with a hash of their contents, so that a new version has a new address.
    ...[
      '/:file(wizard.css|wizard.js|docs.css|docs.js|docs-search.js|docs-try.js|reference.css)',
      '/docs/:file(search.json|minisearch.js)',
      '/docs/es/search.json',
    ].map((source) => ({
      source,
      has: [{ type: 'query', key: 'v' }],
      headers: list(cachedForGood),
    })),
    { source: '/alta-registration.js', headers: list(forOtherSites) },
    { source: '/tema/:file', headers: list(cachedForADay) },
    { source: '/reg/:ref/logo', has: [{ type: 'query', key: 'v' }], headers: list(cachedForAnHour) },
  ],
};

export default async function configure(phase) {
  // The plugin gives the compiler the texts' path. A built application needs neither compiler nor watcher.
  if (phase === PHASE_PRODUCTION_SERVER) return nextConfig;
  const { default: createNextIntlPlugin } = await import('next-intl/plugin');
  return createNextIntlPlugin('./lib/i18n.ts')(nextConfig);
}
