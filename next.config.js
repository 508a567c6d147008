import createNextIntlPlugin from 'next-intl/plugin';

const withNextIntl = createNextIntlPlugin('./lib/i18n.ts');

/** @type {import('next').NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  images: { unoptimized: true },
  serverExternalPackages: ['@electric-sql/pglite', 'pg', 'pg-boss', 'pino', 'node-forge', 'better-auth'],
};

export default withNextIntl(nextConfig);
