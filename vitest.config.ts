import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Two cores: more workers would only wait for each other.
    maxWorkers: 2,
    tags: [
      {
        name: 'slow',
        description:
          'Not in `npm test` but in `npm run test:slow`: processes that are killed, waits, thousands of anything.',
      },
    ],
    projects: [
      {
        test: {
          // Checks of the repository, not of the program. `npm run check` runs them.
          name: 'guards',
          include: ['tests/guards/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          isolate: false,
          setupFiles: ['tests/support/test-env.ts'],
          // Properties are tested on thousands of inputs, and the machine may be busy.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          // The files of a worker share its modules, and with them an application, databases and a simulator.
          isolate: false,
          // One more than there are cores, because some files mostly wait for a process to start or a lease
          // to end.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          globalSetup: ['tests/support/integration-setup.ts'],
          setupFiles: ['tests/support/test-env.ts', 'tests/support/reused-keys.ts'],
          // A machine may be busy, or half as fast as another.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
