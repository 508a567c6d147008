import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { userId } from './accounts.ts';
import { bytes, createdAt, instant, sealed } from './columns.ts';

/** What makes the codes in a person's telephone. */
export const secondFactors = pgTable('second_factors', {
  userId: userId().primaryKey(),
  secretSealed: sealed('secret_sealed').notNull(),
  /** Of 30 seconds each since 1970: that of the code that was used last. None of it or before is taken again. */
  lastStep: integer('last_step').notNull().default(0),
  /** Since then a login asks for a code. */
  confirmedAt: instant('confirmed_at'),
  createdAt: createdAt(),
});

/** In place of a code, each once: a row is removed with its use. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: userId(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.userId)],
);

/** What a person's device, or their list of passwords, signs with for them. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** Its own, in base64url. */
    id: text('id').primaryKey(),
    userId: userId(),
    /** As COSE has it. */
    publicKey: bytes('public_key').notNull(),
    /** How often it was used, as it says itself: one that is on several devices does not count, and says 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** Of the browser in which it was added. */
    userAgent: text('user_agent').notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index().on(table.userId)],
);
