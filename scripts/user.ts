import { activateUser, deactivateUser } from '#lib/accounts/deactivate-user.ts';
import { removeLostSecondFactor } from '#lib/accounts/second-factor.ts';
import { currentDatabase } from '#lib/database/client.ts';
import { openInstallation } from '#lib/database/open-installation.ts';
import { startQueue, stopQueue } from '#lib/queue.ts';
import { endWithUsage, runCommand } from './command.ts';

/** `npm run user -- <act> <e-mail>`: deactivates or reactivates a user, or removes a lost second factor. */
const actions = {
  activate: async (email: string) => {
    await activateUser({ email });
    console.log(`${email} can log in again.`);
  },
  deactivate: async (email: string) => {
    const { orphanedWorkspaces } = await deactivateUser({ email });
    console.log(`${email} can no longer log in. All their sessions have ended.`);
    console.log(
      'The API keys that they created stay valid: an owner of the workspace can revoke them in the Console.',
    );
    for (const slug of orphanedWorkspaces) {
      console.log(`${slug} has no other owner: npm run workspace makes a link for a new owner.`);
    }
  },
  'remove-second-factor': async (email: string) => {
    // Needed for the mail, which a running instance sends.
    await startQueue(currentDatabase());
    await removeLostSecondFactor({ email });
    console.log(
      `${email} now logs in with the password alone. All their sessions have ended, and they are notified by mail.`,
    );
    console.log('Make sure that the request really came from them.');
  },
};

const [action, address] = process.argv.slice(2);
const email = address?.trim().toLowerCase();
const isAction = (name: string | undefined): name is keyof typeof actions =>
  name !== undefined && Object.hasOwn(actions, name);
if (!email || !isAction(action)) endWithUsage(`npm run user -- ${Object.keys(actions).join('|')} <e-mail>`);
await runCommand(async () => {
  const { close } = await openInstallation(2);
  try {
    await actions[action](email);
  } finally {
    await stopQueue();
    await close();
  }
});
