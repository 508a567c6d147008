import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Environment } from '#lib/authority-environment.ts';
import type { Locale } from '#lib/i18n.ts';
import type { Quotas } from '#lib/limits.ts';
import type { Scope } from '#lib/scopes.ts';
import { bytes, createdAt, id, instant, sealed, updatedAt } from './columns.ts';

export const workspaces = pgTable('workspaces', {
  id: id(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  country: text('country').notNull().default('AR'),
  environment: text('environment').$type<Environment>().notNull(),
  contactEmail: text('contact_email'),
  /** Of all members: an owner decides it. */
  secondFactorRequired: boolean('second_factor_required').notNull().default(false),
  /** Its own, in place of the installation's. */
  quotas: jsonb('quotas').$type<Quotas>().notNull().default({}),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const apiKeys = pgTable('api_keys', {
  id: id(),
  workspaceId: uuid('workspace_id')
    .notNull()
    .references(() => workspaces.id),
  name: text('name').notNull(),
  /** The token's first characters, to tell keys apart in a list. */
  prefix: text('prefix').notNull(),
  /** Keyed (`lookupHash`): a row that is written without the installation's secret opens nothing. */
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: createdAt(),
  lastUsedAt: instant('last_used_at'),
  /** The address that it was last used from, or tried. */
  lastUsedFrom: text('last_used_from'),
  /** `silo/v1` -> when it was last called with the key, to the minute. */
  usedVersions: jsonb('used_versions').$type<Record<string, string>>().notNull().default({}),
  /** What it may do; null: everything, also what is to come. */
  scopes: text('scopes').array().$type<Scope[]>(),
  /** Where it may be used from: addresses and networks; null: from everywhere. */
  allowedAddresses: text('allowed_addresses').array(),
  expiresAt: instant('expires_at'),
  /** The end that the workspace's owners were told of. */
  expiryToldFor: instant('expiry_told_for'),
  /** The key that was made in its place: this one goes on until its end. */
  replacedBy: uuid('replaced_by').references((): AnyPgColumn => apiKeys.id),
  revokedAt: instant('revoked_at'),
});

export interface AppSettings {
  aliasPrefix?: string;
  linkLifetimeDays?: number;
  /** Whom suppliers turn to; in place of the workspace's address. */
  contact?: { name?: string; email?: string; phone?: string; whatsapp?: string };
  /** How the wizard looks: under which name, in which colour (`#rrggbb`), with which picture (in `logo`). */
  wizard?: { name?: string; colour?: string; logo?: Logo; greeting?: { es?: string; en?: string } };
  /** From whom suppliers' mails are, where their answers go, and with what a reminder begins. */
  mail?: { senderName?: string; replyTo?: string; reminder?: { es?: string; en?: string } };
  /** After so many days without progress a supplier is reminded; none: nobody is. */
  reminderDays?: number[];
  /** Where who finished the wizard goes back to. */
  returnUrl?: string;
  /** Whose pages may show how far a registration is, each as a browser names it in `Origin`. */
  embedOrigins?: string[];
  /** Whose certificate acts for suppliers who delegate, as the authority knows them. */
  delegate?: Delegate;
}

export interface Delegate {
  siloEntryId: string;
  cuit: string;
  name: string;
  /** How soon the account holder accepts a delegation at the authority, as suppliers are told. */
  acceptsWithinHours?: number | undefined;
}

export interface Logo {
  type: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  /** Of its bytes: another picture has another address. */
  digest: string;
}

/** An app (`gov-ar`) connected to a workspace. Disconnecting keeps the row and its settings. */
export const apps = pgTable(
  'apps',
  {
    id: id(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    appId: text('app_id').notNull(),
    settings: jsonb('settings').$type<AppSettings>().notNull().default({}),
    /** The picture that `settings` describes, in base64. Of its own, so that who reads the settings need not read it. */
    logo: text('logo'),
    connectedAt: instant('connected_at').notNull(),
    disconnectedAt: instant('disconnected_at'),
  },
  (table) => [unique().on(table.workspaceId, table.appId)],
);

// users, sessions, accounts and verifications have the columns that better-auth asks for.
export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** Since then they have no session, and get none. */
  deactivatedAt: instant('deactivated_at'),
  /** Counted up by what ends their sessions or changes what lets them in: a login judged before begins none. */
  sessionEpoch: integer('session_epoch').notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    token: text('token').notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** When its person last showed anew who they are; null: not since the login. */
    provedAt: instant('proved_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
);

/** How somebody shows who they are: by their password (`credential`), or at a provider of OpenID Connect (`oidc`). */
export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    /** Of a provider: its `sub`. */
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    /** Of a provider: its `iss`, within which a `sub` is one person's. */
    issuer: text('issuer'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex().on(table.issuer, table.accountId)],
);

/** What a link or a cookie of use once stands for: by its keyed hash. */
export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.identifier), index().on(table.expiresAt)],
);

export type Role = 'owner' | 'operator' | 'support' | 'read-only';
const role = () => text('role').$type<Role>().notNull();

export const members = pgTable(
  'members',
  {
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    userId: userId(),
    role: role(),
    /** Until when they have seen what failed. */
    troublesSeenAt: instant('troubles_seen_at'),
    /** In which language they are mailed each morning what failed; null: not at all. */
    digestLocale: text('digest_locale').$type<Locale>(),
    digestedAt: instant('digested_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.userId] }),
    index().on(table.userId),
    index('members_with_digest').on(table.digestedAt).where(sql`digest_locale is not null`),
  ],
);

/** A link with which one person joins a workspace, once. Its token is only in the link. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    role: role(),
    /** For whom it is, in the inviter's words. */
    note: text('note').notNull().default(''),
    tokenHash: text('token_hash').notNull().unique(),
    invitedBy: text('invited_by').references(() => users.id, { onDelete: 'set null' }),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    acceptedBy: text('accepted_by').references(() => users.id, { onDelete: 'set null' }),
    revokedAt: instant('revoked_at'),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.workspaceId, table.createdAt)],
);

/** The one row of it is the code with which the first owner of an empty installation is made. */
export const setupCodes = pgTable('setup_codes', {
  id: text('id').primaryKey(),
  codeSealed: sealed('code_sealed').notNull(),
  createdAt: createdAt(),
  usedAt: instant('used_at'),
});

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
