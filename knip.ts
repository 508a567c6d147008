import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'scripts/*.ts',
        // Started by npm scripts, whose `exec` knip does not follow.
        'tests/*/run.ts',
        // Passed to next-intl in next.config.js.
        'lib/i18n.ts',
        // Runs in a worker thread.
        'lib/invoices/pdf/render-thread.ts',
        'tests/**/*.test.{ts,tsx}',
        // Separate processes started by tests and benches.
        'tests/{bench,support}/*-process.ts',
        'tests/support/{invoice-worker,stand-still-on-signal,stubborn-thread,e2e-setup,integration-setup,test-env}.ts',
        'tests/bench/bare-next/{server,instrumentation}.ts',
        'tests/bench/bare-next/app/**/route.tsx',
        'tests/e2e/wizard/preview.ts',
      ],
      project: ['**/*.{ts,tsx}'],
    },
    // Its package.json lists the exports for others; generated code is kept complete.
    'packages/client': {
      entry: ['command/alta.ts'],
      project: ['{src,command}/**/*.ts'],
      ignore: ['src/generated/**'],
    },
  },
  // The PDF reads its fonts as files.
  ignoreDependencies: ['@expo-google-fonts/noto-sans'],
  ignoreBinaries: [
    'openssl',
    'buildah',
    'systemd-analyze',
    'mount',
    'umount',
    'podman',
    'promtool',
    'caddy',
    'go',
  ],
};
export default config;
