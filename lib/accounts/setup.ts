import { timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Environment } from '#lib/authority-environment.ts';
import type { Workspace } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { installation, placeIn } from '#lib/database/sealed.ts';
import { setupCodes } from '#lib/database/tables/accounts.ts';
import { AltaError } from '#lib/errors.ts';
import { seal, unseal } from '#lib/vault.ts';
import { refuseWeakPassword } from './passwords.ts';
import { canonicalCode, newTypedCode } from './second-factor.ts';
import { createUser, hasUsers, type NewUser } from './users.ts';
import { foundWorkspace } from './workspaces.ts';

const id = 'first-owner';
const place = placeIn(setupCodes.codeSealed, installation, id);

/**
 * The code for creating the first owner, the same in every process; undefined once there is a user. Stored
 * sealed: reading the database is not enough to use it.
 */
export async function prepareSetup(): Promise<string | undefined> {
  if (await hasUsers()) return undefined;
  await database()
    .insert(setupCodes)
    .values({ id, codeSealed: seal(newCode(), place) })
    .onConflictDoNothing();
  return (await readCode(database())) ?? renewCode();
}

/** True while there is no account. */
export const isSetupOpen = async (): Promise<boolean> => !(await hasUsers());

/**
 * Creates the first owner and one workspace for each requested environment.
 * @throws AltaError `conflict` (`setup-done`), `validation` (`wrong-code`, or a weakness of the password).
 */
export async function completeSetup(
  input: NewUser & { code: string; workspaceName: string; environments: Environment[] },
  now = new Date(),
): Promise<{ userId: string; workspaces: Workspace[] }> {
  await refuseWeakPassword(input.password, { ...input, workspaces: [input.workspaceName] });
  return database().transaction(async (tx) => {
    // Of two concurrent calls with the same code, the second waits here and then finds a user.
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

/** Within a transaction, locks the row. */
async function readCode(db: Pick<Transaction, 'select'>): Promise<string | undefined> {
  const [row] = await db.select().from(setupCodes).where(eq(setupCodes.id, id)).for('update');
  if (!row || row.usedAt) return undefined;
  try {
    return unseal(row.codeSealed, place).toString();
  } catch {
    return undefined;
  }
}

/** Replaces a code sealed under a vault key out of use, or used before all users were deleted. */
async function renewCode(): Promise<string> {
  const code = newCode();
  await database()
    .update(setupCodes)
    .set({ codeSealed: seal(code, place), usedAt: null })
    .where(eq(setupCodes.id, id));
  return code;
}

/** 26 characters carry 130 bits. */
const newCode = () => newTypedCode(26);

function isSame(code: string, typed: string): boolean {
  const [mine, theirs] = [Buffer.from(canonicalCode(code)), Buffer.from(canonicalCode(typed))];
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
