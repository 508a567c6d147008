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
import type { InvoicingServiceId } from '#lib/documents/invoice/document-types.ts';
import type { Locale } from '#lib/i18n.ts';
import type { Quotas } from '#lib/limits.ts';
import type { Scope } from '#lib/scopes.ts';
import { bytes, createdAt, id, instant, sealed, updatedAt } from './columns.ts';

export const workspaces = pgTable(
  'workspaces',
  {
    id: id(),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    country: text('country').notNull().default('AR'),
    environment: text('environment').$type<Environment>().notNull(),
    contactEmail: text('contact_email'),
    /** Whether all members need a second factor. Set by an owner. */
    secondFactorRequired: boolean('second_factor_required').notNull().default(false),
    /** Overrides of the installation's quotas. */
    quotas: jsonb('quotas').$type<Quotas>().notNull().default({}),
    /** End of a simulated outage of the authority. Only in a sandbox whose authority is the simulator. */
    authorityDownUntil: instant('authority_down_until'),
    /** Since then the workspace is moving to another installation: nothing is changed, and no work is begun. */
    closedAt: instant('closed_at'),
    /** Origin of the installation that has the workspace now. */
    movedTo: text('moved_to'),
    /** How long links and keys are redirected there; null: without end. */
    movedUntil: instant('moved_until'),
    /** If the workspace came from other installations, their `fileKeyOf`: addresses of files signed there still work. */
    fileKeysSealed: sealed('file_keys_sealed'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('closed_workspaces').on(table.id).where(sql`closed_at is not null`)],
);

export const apiKeys = pgTable('api_keys', {
  id: id(),
  workspaceId: uuid('workspace_id')
    .notNull()
    .references(() => workspaces.id),
  name: text('name').notNull(),
  /** First characters of the token, to tell keys apart in a list. */
  prefix: text('prefix').notNull(),
  /** Keyed hash (`lookupHash`) of the token's digest: forging a row for a known token requires the installation's secret. */
  tokenHash: text('token_hash').notNull().unique(),
  /** SHA-256 of the token, from which another installation makes its own hash when the workspace moves there. */
  digestSealed: sealed('digest_sealed').notNull(),
  createdAt: createdAt(),
  lastUsedAt: instant('last_used_at'),
  /** Client address of the last use or attempt. */
  lastUsedFrom: text('last_used_from'),
  /** Time of the last call by API version (`silo/v1`), to the minute. */
  usedVersions: jsonb('used_versions').$type<Record<string, string>>().notNull().default({}),
  /** Scopes; null: all, including future ones. */
  scopes: text('scopes').array().$type<Scope[]>(),
  /** Addresses and networks from which the key may be used; null: everywhere. */
  allowedAddresses: text('allowed_addresses').array(),
  expiresAt: instant('expires_at'),
  /** The `expiresAt` that the workspace's owners were notified of. */
  expiryToldFor: instant('expiry_told_for'),
  /** The key that replaces this one. This key stays valid until it expires. */
  replacedBy: uuid('replaced_by').references((): AnyPgColumn => apiKeys.id),
  revokedAt: instant('revoked_at'),
});

export interface AppSettings {
  aliasPrefix?: string;
  linkLifetimeDays?: number;
  /** Services that new registrations ask for; only `wsfe` if absent. */
  services?: InvoicingServiceId[];
  /** Support contact for suppliers; overrides the workspace's address. */
  contact?: { name?: string; email?: string; phone?: string; whatsapp?: string };
  /** Look of the wizard: name, colour (`#rrggbb`), logo (stored in `logo`) and greeting. */
  wizard?: { name?: string; colour?: string; logo?: Logo; greeting?: { es?: string; en?: string } };
  /** Labels of ARCA's portal that somebody has seen otherwise, by their key in `portal` of messages/. */
  portalLabels?: Record<string, string>;
  /** For mails to suppliers: sender's name, reply address, and opening words of reminders. */
  mail?: { senderName?: string; replyTo?: string; reminder?: { es?: string; en?: string } };
  /** Days without progress after which a supplier is reminded; empty: never. */
  reminderDays?: number[];
  /** URL to which the wizard's last page links. */
  returnUrl?: string;
  /** Origins allowed to embed the registration status. */
  embedOrigins?: string[];
  /** Whether the wizard asks suppliers if they sell abroad, which adds the export service to their registration. */
  asksForExports?: boolean;
  /** The company whose certificate acts for suppliers who delegate. */
  delegate?: Delegate;
}

export interface Delegate {
  siloEntryId: string;
  cuit: string;
  name: string;
  /** How soon the account holder accepts a delegation at the authority; shown to suppliers. */
  acceptsWithinHours?: number | undefined;
}

export interface Logo {
  type: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  /** Hash of the bytes, part of the image's URL. */
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
    /** The image described in `settings`, base64. Separate, so that reading the settings does not read it. */
    logo: text('logo'),
    connectedAt: instant('connected_at').notNull(),
    disconnectedAt: instant('disconnected_at'),
  },
  (table) => [unique().on(table.workspaceId, table.appId)],
);

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  /** Deactivated users have no sessions and can not log in. */
  deactivatedAt: instant('deactivated_at'),
  /** Incremented when sessions are ended or credentials change. A login that began before cannot start a session. */
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
    /** Keyed hash of the cookie (`lookupHash`). */
    tokenHash: text('token_hash').notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** Last re-authentication; null: none since the login. */
    provedAt: instant('proved_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
);

/** A user's credentials: a password (`credential`), or an identity at an OpenID Connect provider (`oidc`). */
export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    /** The provider's `sub`. */
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    /** The provider's `iss`; a `sub` is unique only within it. */
    issuer: text('issuer'),
    /** scrypt hash (accounts/passwords.ts). */
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex().on(table.issuer, table.accountId)],
);

/** A single-use token, looked up by its keyed hash. */
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
    /** The member has seen the failures up to this time. */
    troublesSeenAt: instant('troubles_seen_at'),
    /** Language of the daily mail about failures; null: no mail. */
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

/** A single-use link to join a workspace. Its token is stored only as a hash. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    role: role(),
    /** The inviter's note about the invited person. */
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

/** A single row: the code with which the first owner of an empty installation is created. */
export const setupCodes = pgTable('setup_codes', {
  id: text('id').primaryKey(),
  codeSealed: sealed('code_sealed').notNull(),
  createdAt: createdAt(),
  usedAt: instant('used_at'),
});

/** TOTP secrets. */
export const secondFactors = pgTable('second_factors', {
  userId: userId().primaryKey(),
  secretSealed: sealed('secret_sealed').notNull(),
  /** TOTP step (30 s since 1970) of the last code used. Codes of this step or earlier are refused. */
  lastStep: integer('last_step').notNull().default(0),
  /** When the user confirmed the factor by a code. From then on, logins ask for a code. */
  confirmedAt: instant('confirmed_at'),
  createdAt: createdAt(),
});

/** Single-use substitutes for a TOTP code; deleted on use. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: userId(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.userId)],
);

/** Public keys of users' devices or password managers. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential's id, base64url. */
    id: text('id').primaryKey(),
    userId: userId(),
    /** COSE key. */
    publicKey: bytes('public_key').notNull(),
    /** The authenticator's signature counter; always 0 for a passkey synchronised between devices. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** User agent of the browser in which it was added. */
    userAgent: text('user_agent').notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index().on(table.userId)],
);
