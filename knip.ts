import type { KnipConfig } from 'knip';

/** What nothing uses: files, exports, types and dependencies. A wire that hangs loose shows here. */
const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'scripts/*.ts',
        // What next-intl is given in next.config.js.
        'lib/i18n.ts',
        // The program of a thread.
        'lib/invoices/pdf/render-thread.ts',
        'tests/**/*.test.{ts,tsx}',
        // Programs of their own, which tests and benches start.
        'tests/{bench,support}/*-process.ts',
        'tests/support/{invoice-worker,stand-still-on-signal,stubborn-thread,e2e-setup,integration-setup,test-env}.ts',
        'tests/bench/bare-next/{server,instrumentation}.ts',
        'tests/bench/bare-next/app/**/route.{ts,tsx}',
        'tests/e2e/wizard/preview.ts',
      ],
      project: ['**/*.{ts,tsx}'],
    },
    // What others import of it is written in its package.json; what is generated is whole.
    'packages/client': {
      entry: ['command/alta.ts'],
      project: ['{src,command}/**/*.ts'],
      ignore: ['src/generated/**'],
    },
  },
  // Its fonts are read as files, by the PDF.
  ignoreDependencies: ['@expo-google-fonts/noto-sans'],
  ignoreBinaries: ['openssl', 'mount', 'umount', 'podman', 'promtool', 'go'],
};
export default config;
