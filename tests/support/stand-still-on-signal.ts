import { standStill } from './stand-still.ts';

/** Loaded before a program (`--import`): SIGUSR2 blocks its event loop for good. */
process.on('SIGUSR2', () => standStill());
