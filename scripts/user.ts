import { activateUser, deactivateUser } from '#lib/accounts/activation.ts';
import { openInstallation } from '#lib/database/installation.ts';

/** `npm run user -- deactivate|activate <e-mail>`: who left is let in no more, or again. */
const [act, typed] = process.argv.slice(2);
const email = typed?.trim().toLowerCase();
if (!email || (act !== 'deactivate' && act !== 'activate')) {
  console.error('npm run user -- deactivate|activate <e-mail>');
  process.exit(2);
}

const opened = await openInstallation(2);
try {
  if (act === 'activate') {
    await activateUser({ email });
    console.log(`${email} can log in again.`);
  } else {
    const { orphaned } = await deactivateUser({ email });
    console.log(`${email} has no session any more, and can not log in.`);
    console.log('The API keys they made stay: an owner of the workspace revokes them in the Console.');
    for (const slug of orphaned) {
      console.log(`Nobody else owns ${slug}: npm run workspace makes a link for another owner.`);
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await opened.close();
}
