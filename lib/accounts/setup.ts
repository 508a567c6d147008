import { timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Environment } from '#lib/authority-environment.ts';
import type { Workspace } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { installation, rowSealPlace } from '#lib/database/seal-places.ts';
import { setupCodes } from '#lib/database/tables/accounts.ts';
import { AltaError } from '#lib/errors.ts';
import { seal, unseal } from '#lib/vault.ts';
import { refuseWeakPassword } from './passwords.ts';
import { canonicalizeTypedCode, generateTypedCode } from './second-factor.ts';
import { createUser, hasUsers, type NewUser } from './users.ts';
import { createOwnedWorkspace } from './workspaces.ts';

const setupCodeId = 'first-owner';
const sealPlace = rowSealPlace(setupCodes.codeSealed, installation, setupCodeId);

/**
 * Returns the code for creating the first owner, the same in every process; undefined once there is a user.
 * The code is stored sealed, so that access to the database does not suffice to use it.
 */
export async function prepareSetup(): Promise<string | undefined> {
  if (await hasUsers()) return undefined;
  await database()
    .insert(setupCodes)
    .values({ id: setupCodeId, codeSealed: seal(generateSetupCode(), sealPlace) })
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
    // The second of two concurrent calls with the same code waits here and then finds a user.
    const code = await readCode(tx);
    if (await hasUsers(tx)) {
      throw new AltaError('conflict', 'This installation already has an owner.', { code: 'setup-done' });
    }
    if (!code || !isSameCode(code, input.code)) throw wrongCode();
    const { name, email, password } = input;
    const { id: userId } = await createUser({ name, email, password }, tx);
    const workspaces: Workspace[] = [];
    for (const environment of input.environments) {
      workspaces.push(await createOwnedWorkspace(userId, { name: input.workspaceName, environment }, tx));
    }
    await tx.update(setupCodes).set({ usedAt: now }).where(eq(setupCodes.id, setupCodeId));
    return { userId, workspaces };
  });
}

/** Undefined if the code was used or cannot be unsealed. Within a transaction, locks the row. */
async function readCode(db: Pick<Transaction, 'select'>): Promise<string | undefined> {
  const [row] = await db.select().from(setupCodes).where(eq(setupCodes.id, setupCodeId)).for('update');
  if (!row || row.usedAt) return undefined;
  try {
    return unseal(row.codeSealed, sealPlace).toString();
  } catch {
    return undefined;
  }
}

/** Replaces a code that cannot be unsealed, or that was used before all users were deleted. */
async function renewCode(): Promise<string> {
  const code = generateSetupCode();
  await database()
    .update(setupCodes)
    .set({ codeSealed: seal(code, sealPlace), usedAt: null })
    .where(eq(setupCodes.id, setupCodeId));
  return code;
}

/** 26 characters carry 130 bits. */
const generateSetupCode = () => generateTypedCode(26);

function isSameCode(code: string, typed: string): boolean {
  const [expected, actual] = [
    Buffer.from(canonicalizeTypedCode(code)),
    Buffer.from(canonicalizeTypedCode(typed)),
  ];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function wrongCode(): AltaError {
  const message = "is not the code in the server's log";
  return new AltaError('validation', `This ${message}.`, {
    code: 'wrong-code',
    fields: { code: message },
    faults: [{ code: 'wrong-code', message, paths: ['$.code'] }],
  });
}
