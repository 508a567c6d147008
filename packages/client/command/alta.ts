#!/usr/bin/env node
import { run } from './run.ts';

// Who reads no further, such as `head`, ends it without a word.
process.stdout.once('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
process.exitCode = await run(process.argv.slice(2), process.env);
