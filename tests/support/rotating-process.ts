import { openInstallation, takeUpVaultKey } from '#lib/database/installation.ts';
import { rotateVault } from '#lib/database/rotate-vault.ts';

/** A process of its own that wraps all that is sealed under the first of its keys, until a pass finds nothing. */
const opened = await openInstallation(2);
await takeUpVaultKey(opened);
console.log('begun');
while ((await rotateVault(opened.db)).state === 'under-way');
await opened.close();
