import { randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Environment } from '#lib/authority-environment.ts';
import type { Workspace } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { installation, placeIn, sealedColumns } from '#lib/database/sealed-columns.ts';
import { setupCodes } from '#lib/database/tables/accounts.ts';
import { AltaError } from '#lib/errors.ts';
import { seal, unseal } from '#lib/vault.ts';
import { refuseWeakPassword } from './passwords.ts';
import { createUser, hasUsers, type NewUser } from './users.ts';
import { foundWorkspace } from './workspaces.ts';

const id = 'first-owner';
const place = placeIn(sealedColumns.setupCode, installation, id);

/**
 * The code with which the first owner is made, the same in every process; undefined once there is a user.
 * It is kept sealed, so that who only reads the database can not use it.
 */
export async function prepareSetup(): Promise<string | undefined> {
  if (await hasUsers()) return undefined;
  await database()
    .insert(setupCodes)
    .values({ id, codeSealed: seal(newCode(), place) })
    .onConflictDoNothing();
  return (await readCode(database())) ?? renewCode();
}

/** Whether nobody has an account yet. */
export const isSetupOpen = async (): Promise<boolean> => !(await hasUsers());

/**
 * Makes the first owner and their workspaces, one of each environment that is asked for.
 * @throws AltaError `conflict` (`setup-done`), `validation` (`wrong-code`, or a weakness of the password).
 */
export async function completeSetup(
  input: NewUser & { code: string; workspaceName: string; environments: Environment[] },
  now = new Date(),
): Promise<{ userId: string; workspaces: Workspace[] }> {
  await refuseWeakPassword(input.password, { ...input, workspaces: [input.workspaceName] });
  return database().transaction(async (tx) => {
    // Of two with the same code the second waits here, and then finds a user.
    const code = await readCode(tx);
    if (await hasUsers(tx)) {
      throw new AltaError('conflict', 'This installation has its owner already.', { code: 'setup-done' });
    }
    if (!code || !isSame(code, input.code)) throw wrongCode();
    const { name, email, password } = input;
    const { id: userId } = await createUser({ name, email, password }, tx);
    const workspaces: Workspace[] = [];
    for (const environment of input.environments) {
      workspaces.push(await foundWorkspace(userId, { name: input.workspaceName, environment }, tx));
    }
    await tx.update(setupCodes).set({ usedAt: now }).where(eq(setupCodes.id, id));
    return { userId, workspaces };
  });
}

/** Locks the row, where there is a transaction to hold the lock. */
async function readCode(db: Pick<Transaction, 'select'>): Promise<string | undefined> {
  const [row] = await db.select().from(setupCodes).where(eq(setupCodes.id, id)).for('update');
  if (!row || row.usedAt) return undefined;
  try {
    return unseal(row.codeSealed, place).toString();
  } catch {
    return undefined;
  }
}

/** Sealed under a vault key that is no longer in use, or used up while the users were deleted: there is nothing to lose. */
async function renewCode(): Promise<string> {
  const code = newCode();
  await database()
    .update(setupCodes)
    .set({ codeSealed: seal(code, place), usedAt: null })
    .where(eq(setupCodes.id, id));
  return code;
}

// Crockford's base32, which has no letters to take for others: 26 of them carry 130 bits.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `K3J9F-7QW2M-…`: five groups, of which the last has a sixth character. */
function newCode(): string {
  const letters = Array.from(randomBytes(26), (byte) => alphabet[byte % 32]).join('');
  return letters.replace(/(.{5})(?=.{5})/g, '$1-');
}

/** However it was typed: case, spaces and hyphens do not count, and look-alikes are what they look like. */
const canonical = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');

function isSame(code: string, typed: string): boolean {
  const [mine, theirs] = [Buffer.from(canonical(code)), Buffer.from(canonical(typed))];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}

function wrongCode(): AltaError {
  const message = 'is not the code that the server printed';
  return new AltaError('validation', `This ${message}.`, {
    code: 'wrong-code',
    fields: { code: message },
    faults: [{ code: 'wrong-code', message, paths: ['$.code'] }],
  });
}
