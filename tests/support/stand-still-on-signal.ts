import { standStill } from './stand-still.ts';

/** Loaded before a program (`--import`): SIGUSR2 stops its loop for good, as a call that never returns does. */
process.on('SIGUSR2', () => standStill());
