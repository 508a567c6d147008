import { boolean, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { Environment } from '#lib/environment.ts';
import { createdAt, id, instant, updatedAt } from './columns.ts';

export const workspaces = pgTable('workspaces', {
  id: id(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  country: text('country').notNull().default('AR'),
  environment: text('environment').$type<Environment>().notNull(),
  contactEmail: text('contact_email'),
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
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: createdAt(),
  lastUsedAt: instant('last_used_at'),
  expiresAt: instant('expires_at'),
  revokedAt: instant('revoked_at'),
});

export interface AppSettings {
  aliasPrefix?: string;
  linkLifetimeDays?: number;
  /** Whom suppliers turn to; in place of the workspace's address. */
  contact?: { name?: string; email?: string; phone?: string; whatsapp?: string };
  /** How the wizard looks: under which name, in which colour (`#rrggbb`), with which picture (in `logo`). */
  wizard?: { name?: string; colour?: string; logo?: Logo };
  /** Where who finished the wizard goes back to. */
  returnUrl?: string;
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
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const sessions = pgTable('sessions', {
  id: text('id').primaryKey(),
  userId: userId(),
  token: text('token').notNull().unique(),
  expiresAt: instant('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const accounts = pgTable('accounts', {
  id: text('id').primaryKey(),
  userId: userId(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: instant('access_token_expires_at'),
  refreshTokenExpiresAt: instant('refresh_token_expires_at'),
  scope: text('scope'),
  password: text('password'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const verifications = pgTable('verifications', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: instant('expires_at').notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const members = pgTable(
  'members',
  {
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    userId: userId(),
    role: text('role').$type<'owner' | 'member'>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.userId] })],
);
