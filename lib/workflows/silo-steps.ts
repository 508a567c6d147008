import { z } from 'zod';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { itemsOf } from '#lib/documents/json.ts';
import { JsonPatch, valueAt } from '#lib/documents/patch.ts';
import { singleLine } from '#lib/documents/validation.ts';
import { changeDocument } from '#lib/invoices/change-document.ts';
import { sizeLimits } from '#lib/limits.ts';
import { closeEntry, type EntryChange, lockEntry } from '#lib/silo/change-entry.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { entryStateKeys, setEntryState } from '#lib/silo/states.ts';
import { defineProvider } from './provider.ts';

/** Sets the entry's state, with the job's faults if it runs in a rescue. */
export const siloState = defineProvider({
  id: 'silo.state',
  title: 'Set state',
  skippable: true,
  config: z.strictObject({ state: z.enum(entryStateKeys) }),
  async run({ ctx, job, entry, config }) {
    return async (tx) => {
      const label = { entryId: entry.id, key: config.state, faults: job.faults, src: 'job', srcId: job.id };
      await setEntryState(tx, ctx, label);
      return { status: 'OK', code: 'state-set', params: { state: config.state } };
    };
  },
});

/** Closes the entry: its document can not be changed any more. */
export const siloClose = defineProvider({
  id: 'silo.close',
  title: 'Close the entry',
  config: z.strictObject({}),
  async run({ ctx, entry, now }) {
    return async (tx) => {
      await closeEntry(tx, ctx, entry.id, now);
      return { status: 'OK', code: 'entry-closed' };
    };
  },
});

const maxSkippedSteps = 50;

const Condition = z.strictObject({
  field: z
    .string()
    .max(1_000)
    .regex(
      /^(state|folder|\/([^~]|~[01])*)$/,
      'must be state, folder, or a JSON pointer into the document such as /customer/tax_id/country',
    ),
  /** Text that the field must equal; if absent, the field must have any value. */
  is: z
    .string()
    .max(200)
    .refine(...singleLine)
    .optional(),
  /** Reverses the condition. */
  not: z.boolean().optional(),
  /** Number of steps to skip if the condition is not met; all that follow if absent. */
  skip: z.number().int().min(1).max(maxSkippedSteps).optional(),
});

/**
 * Continues if the condition is met; otherwise skips the next steps, or ends the list. Two steps in a row require
 * both conditions.
 */
export const siloIf = defineProvider({
  id: 'silo.if',
  title: 'Only if',
  config: Condition,
  async run({ entry, config }) {
    return async () => {
      if (isMet(config, entry)) return { status: 'OK', code: 'condition-met' };
      return {
        status: 'OK',
        code: 'condition-not-met',
        params: { steps: config.skip ?? 'all' },
        skippedSteps: config.skip ?? maxSkippedSteps,
      };
    };
  },
});

function isMet({ field, is, not = false }: z.infer<typeof Condition>, entry: EntryRow): boolean {
  const value = fieldValue(field, entry);
  return (is === undefined ? value !== undefined : textOf(value) === is) !== not;
}

function fieldValue(field: string, { state, folder, doc }: EntryRow): unknown {
  if (field === 'state') return state ?? 'empty';
  return field === 'folder' ? folder : valueAt(doc, field);
}

/** A text, number or boolean as text; undefined for an object or a list, which equals no text. */
const textOf = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;

const patchTypes = ['application/merge-patch+json', 'application/json-patch+json'] as const;
const unusedMembers = ['sign', 'allow_invalid_json', 'expr', 'jq'] as const;
const Names = z.array(z.string().regex(/^[a-z0-9+-]{1,50}$/, 'must be a name such as monotax')).max(20);

const Modification = z
  .strictObject({
    data: z
      .union([z.record(z.string(), z.unknown()), z.array(z.unknown())], {
        error: 'must be a merge patch, or a list of operations',
      })
      .refine(
        (data) => JSON.stringify(data).length <= sizeLimits.stepPatchCharacters,
        `must have at most ${sizeLimits.stepPatchCharacters} characters`,
      )
      .optional(),
    merge_type: z.enum(patchTypes, { error: `must be ${patchTypes.join(' or ')}` }).optional(),
    /** The reference's name for the place of the patch: `env` has the document in `doc`. Both are accepted. */
    scope: z.enum(['doc', 'env']).optional(),
    addons: Names.optional(),
    tags: Names.optional(),
    // Sent with these values by workflows of the reference that do not use them.
    sign: z.literal(false, { error: 'must be false: only the authority signs' }).optional(),
    allow_invalid_json: z
      .literal(false, { error: 'must be false: invalid documents are not stored' })
      .optional(),
    expr: z.literal('', { error: 'is not supported: put a step silo.if before this one' }).optional(),
    jq: z.literal('', { error: 'is not supported: use data' }).optional(),
  })
  .superRefine(({ data, merge_type, scope, addons = [], tags = [] }, check) => {
    const refuse = (path: PropertyKey[], message: string) =>
      check.addIssue({ code: 'custom', path, message });
    const isOperations = merge_type === 'application/json-patch+json';
    if (data === undefined && addons.length + tags.length === 0) refuse(['data'], 'is required');
    if (data !== undefined && Array.isArray(data) !== isOperations) {
      refuse(['data'], isOperations ? 'must be a list of operations' : 'must be a merge patch: an object');
    }
    if (isOperations && scope === 'env') {
      refuse(['scope'], 'must be doc: the paths of operations start at the document');
    }
    const patch = isOperations ? JsonPatch.safeParse(data) : undefined;
    for (const { path, message } of patch?.error?.issues ?? []) refuse(['data', ...path], message);
  });

/** Changes the document, by the rules of a change through the API. */
export const siloModify = defineProvider({
  id: 'silo.modify',
  title: 'Change the document',
  unused: unusedMembers,
  config: Modification,
  async run({ ctx, entry, config: { data, merge_type, addons = [], tags = [] } }) {
    return async (tx) => {
      const mode = merge_type === 'application/json-patch+json' ? 'operations' : 'merge';
      // Locked, so that an addon or tag that a request adds at the same time is not lost.
      const { doc } =
        data === undefined
          ? await lockEntry(tx, ctx, entry.id)
          : await change(tx, ctx, entry.id, { data, mode });
      const named = {
        ...(addons.length > 0 ? { $addons: union(doc.$addons, addons) } : {}),
        ...(tags.length > 0 ? { $tags: union(doc.$tags, tags) } : {}),
      };
      if (Object.keys(named).length > 0) await change(tx, ctx, entry.id, { data: named, mode: 'merge' });
      return { status: 'OK', code: 'document-changed' };
    };
  },
});

const change = (tx: Transaction, ctx: Context, id: string, entryChange: EntryChange) =>
  changeDocument({ ...ctx, tx }, id, entryChange);

const union = (current: unknown, added: readonly string[]) => [...new Set([...itemsOf(current), ...added])];
