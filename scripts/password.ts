import { setPassword } from '#lib/accounts/sessions.ts';
import { findUserByEmail } from '#lib/accounts/users.ts';
import { openInstallation } from '#lib/database/open-installation.ts';
import { randomText } from '#lib/random-text.ts';
import { endWithUsage, runCommand } from './command.ts';

/** `npm run password -- <e-mail>`: sets a new password for a user who lost theirs. Their sessions end. */
const email = process.argv[2]?.trim().toLowerCase();
if (!email) endWithUsage('npm run password -- <e-mail>');
await runCommand(async () => {
  const { close } = await openInstallation(2);
  await giveNewPassword(email).finally(close);
});

async function giveNewPassword(email: string): Promise<void> {
  const user = await findUserByEmail(email);
  if (!user) throw new Error(`No user has the address ${email}.`);
  const password = randomText(20);
  await setPassword(user.id, password);
  console.log(`The new password of ${email}, shown only now: ${password}`);
  console.log('They can change it in the Console, under their account.');
}
