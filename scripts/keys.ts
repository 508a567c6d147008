import { openInstallation } from '#lib/database/open-installation.ts';
import { readKeys, takeUpFirstKey } from '#lib/database/vault-keys.ts';
import { newTransitKey, vaultKeys } from '#lib/vault.ts';
import { endWithUsage, runCommand } from './command.ts';

/**
 * `npm run keys -- status | rotate | wrapped`. `status`: lists the vault keys the database knows. `rotate`:
 * makes the first configured key the current one, as the application does at its start. `wrapped`: prints a
 * new key wrapped by a transit engine. When to use which: docs/keys.md.
 */
const commands = {
  status: () => withDatabase('as it is'),
  rotate: () => withDatabase('with the first key'),
  wrapped: async () => console.log(await newTransitKey()),
};
const [command = ''] = process.argv.slice(2);

if (!Object.hasOwn(commands, command)) endWithUsage('npm run keys -- status | rotate | wrapped');
await runCommand(commands[command as keyof typeof commands]);

async function withDatabase(how: 'as it is' | 'with the first key'): Promise<void> {
  const { db, close } = await openInstallation(2);
  try {
    if (how === 'with the first key') await takeUpFirstKey(db);
    const keys = await readKeys(db);
    for (const { id, current, createdAt } of keys)
      console.log(
        `${id}  ${current ? 'current' : 'former: keep it for older backups'}; first used ${createdAt.toISOString()}`,
      );
    const [first] = vaultKeys();
    if (how === 'with the first key' && keys.some(({ id, current }) => id === first?.id && !current))
      throw new Error(
        `Nothing was rotated: ${first?.id} is a former key, which never becomes current again (docs/keys.md).`,
      );
  } finally {
    await close();
  }
}
