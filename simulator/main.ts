import { startSimulator } from './server.ts';

const { SIMULATOR_PORT, SIMULATOR_DATA_DIR, SIMULATOR_EXIT_WITH_PARENT } = process.env;
const port = Number(SIMULATOR_PORT || 3100);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`SIMULATOR_PORT: ${SIMULATOR_PORT} is not a port number`);
  process.exit(1);
}

const simulator = await startSimulator({
  port,
  ...(SIMULATOR_DATA_DIR ? { dataDirectory: SIMULATOR_DATA_DIR } : {}),
}).catch((error: Error) => {
  console.error(`the simulator can't start: ${error.message}`);
  process.exit(1);
});

let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  await simulator.stop();
  process.exit(0);
}

// Ctrl-C under npm arrives twice: from the terminal and from npm.
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
if (SIMULATOR_EXIT_WITH_PARENT === '1') {
  // The pipe closes when the parent exits, even if it is killed.
  process.stdin.resume().once('close', stop).once('error', stop);
}
// Printed last, because a reader of this line may send a signal at once.
console.log(`simulator listening on ${simulator.url}`);
