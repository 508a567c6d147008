import { activateUser, deactivateUser } from '#lib/accounts/deactivate-user.ts';
import { removeLostSecondFactor } from '#lib/accounts/second-factor.ts';
import { openInstallation } from '#lib/database/installation.ts';
import { startQueue, stopQueue } from '#lib/queue.ts';

/** `npm run user -- <act> <e-mail>`: deactivates or reactivates a user, or removes a lost second factor. */
const acts = {
  activate: async (email: string) => {
    await activateUser({ email });
    console.log(`${email} can log in again.`);
  },
  deactivate: async (email: string) => {
    const { orphanedWorkspaces } = await deactivateUser({ email });
    console.log(`${email} has no session any more, and can not log in.`);
    console.log('The API keys they made stay: an owner of the workspace revokes them in the Console.');
    for (const slug of orphanedWorkspaces) {
      console.log(`Nobody else owns ${slug}: npm run workspace makes a link for another owner.`);
    }
  },
  'remove-second-factor': async (email: string) => {
    // Needed for the mail, which a running instance sends.
    await startQueue(opened);
    await removeLostSecondFactor({ email });
    console.log(
      `${email} has no session any more, and logs in with the password alone. They are told by mail.`,
    );
    console.log('Be sure that it was they who asked for it.');
  },
};

const [given, typed] = process.argv.slice(2);
const email = typed?.trim().toLowerCase();
const isAct = (name: string | undefined): name is keyof typeof acts =>
  name !== undefined && Object.hasOwn(acts, name);
if (!email || !isAct(given)) {
  console.error(`npm run user -- ${Object.keys(acts).join('|')} <e-mail>`);
  process.exit(2);
}

const opened = await openInstallation(2);
try {
  await acts[given](email);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await stopQueue();
  await opened.close();
}
