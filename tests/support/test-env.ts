import { randomBytes } from 'node:crypto';

/** What a test process reads as its environment, unless a test sets it otherwise before the first use. */
process.env.ALTA_VAULT_KEY ??= randomBytes(32).toString('base64');
process.env.LOG_LEVEL ??= 'silent';
process.env.ALTA_ORIGIN ??= 'http://alta.test';
