import { type Alta, AltaError, type Entry } from '../src/index.ts';
import { poll } from '../src/poll.ts';
import {
  type Command,
  CommandError,
  count,
  day,
  exitCodes,
  facts,
  given,
  type Invocation,
  shown,
  state,
  type Terminal,
  table,
  usageError,
} from './command.ts';

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/**
 * Finds an entry by its id, its key or a supplier's CUIT.
 * @throws CommandError `refused` if there is none, it is in another folder, or several have the CUIT
 */
export async function findEntry(alta: Alta, folder: 'suppliers' | 'invoices', name: string): Promise<Entry> {
  const entry = isId(name) ? await alta.entries.fetch(name) : await byKeyOrCuit(alta, name);
  if (entry.folder === folder) return entry;
  throw new CommandError(exitCodes.refused, `${name} is in ${entry.folder}, not in ${folder}.`);
}

async function byKeyOrCuit(alta: Alta, name: string): Promise<Entry> {
  try {
    return await alta.entries.fetchByKey(name);
  } catch (error) {
    if (!(error instanceof AltaError) || error.key !== 'not-found') throw error;
  }
  const code = cuitOf(name);
  const { list } = code ? await alta.entries.search({ q: code, folder: 'suppliers' }) : { list: [] };
  const [found, ...others] = list.filter(({ snippet }) => snippet.tax_code === `AR${code}`);
  if (found && others.length > 0) {
    const names = [found, ...others].map(({ id, key }) => key ?? id).join(', ');
    throw new CommandError(exitCodes.refused, `Several suppliers have the CUIT ${name}: ${names}.`);
  }
  if (found) return alta.entries.fetch(found.id);
  throw new CommandError(exitCodes.refused, `There is nothing with the id, the key or the CUIT ${name}.`);
}

/** The eleven digits, however they were written. */
function cuitOf(text: string): string | undefined {
  const digits = text.replace(/^AR/i, '').replace(/[-. ]/g, '');
  return /^\d{11}$/.test(digits) ? digits : undefined;
}

/** Mails a reminder to the suppliers of these entries. Each row has the result of one. */
export async function remindSuppliers(
  alta: Alta,
  entryIds: readonly string[],
  { terminal, signal }: { terminal: Terminal; signal: AbortSignal },
) {
  const { id } = await alta.batches.create({
    operation: 'remind',
    rows: entryIds.map((entryId) => ({ key: entryId, data: { silo_entry_id: entryId } })),
  });
  const seconds = 60;
  const ended = poll(
    async () => {
      const now = await alta.batches.fetch(id, { signal });
      return now.status === 'running' ? undefined : now;
    },
    { signal, waitMs: seconds * 1_000, pollMs: 500 },
  );
  const batch = await shown(ended, { terminal, seconds, what: 'the reminders' });
  const rows = [];
  for await (const row of alta.batches.rows(id, { limit: 100 })) rows.push(row);
  return { batch, rows };
}

const states = ['empty', 'processing', 'registered', 'error', 'void'] as const;

const create: Command = {
  name: 'suppliers create',
  summary: 'Make a supplier and the link that leads them through the registration',
  options: {
    cuit: { value: 'number', says: 'their CUIT, with hyphens or without' },
    name: { value: 'name', says: 'of the company or the person' },
    email: { value: 'address', says: 'theirs, for reminders' },
    key: {
      value: 'text',
      says: 'your own name for them, else supplier-<CUIT>: the same again makes nothing twice',
    },
    workflow: { value: 'id', says: 'what registers them, where the workspace has several that differ' },
    wait: { value: 'seconds', says: 'how long to wait for the link (60)' },
  },
  async run(invocation) {
    const { terminal, signal } = invocation;
    const [cuit, name] = [given(invocation, 'cuit'), given(invocation, 'name')];
    if (!cuit || !name) throw usageError('A supplier has --cuit and --name.');
    const seconds = count(invocation, 'wait', 60);
    const alta = invocation.alta();
    const registration = alta.registerSupplier({
      cuit,
      name,
      email: given(invocation, 'email'),
      key: given(invocation, 'key'),
      workflowId: given(invocation, 'workflow'),
      signal,
      waitMs: seconds * 1_000,
    });
    const { entryId, jobId, linkUrl } = await shown(registration, { terminal, seconds, what: 'the link' });
    const entry = await alta.entries.fetch(entryId, { signal });
    return {
      data: { entry, job_id: jobId ?? null, link_url: linkUrl ?? null },
      text: facts(
        [
          ['id', entry.id],
          ['name', entry.snippet.name],
          ['tax code', entry.snippet.tax_code],
          ['state', state(entry.state, terminal)],
          ['link', linkUrl ?? 'none is needed'],
        ],
        terminal,
      ),
    };
  },
};

const list: Command = {
  name: 'suppliers list',
  summary: 'The suppliers, the newest first',
  options: {
    state: { value: 'state', says: 'only those in it', among: states },
    limit: { value: 'number', says: 'at the most (20)' },
  },
  async run(invocation) {
    const { terminal, signal } = invocation;
    const limit = count(invocation, 'limit', 20);
    const inState = states.find((each) => each === given(invocation, 'state'));
    const suppliers = [];
    const asked = {
      folder: 'suppliers',
      limit: Math.min(limit, 100),
      ...(inState ? { state: inState } : {}),
    };
    for await (const supplier of invocation.alta().entries.list(asked, { signal })) {
      if (suppliers.push(supplier) === limit) break;
      terminal.progress(`${suppliers.length} suppliers`);
    }
    const rows = suppliers.map(({ id, key, snippet, state: how, created_at: at }) => [
      key ?? id,
      snippet.tax_code ?? '',
      state(how, terminal),
      day(at),
      snippet.name ?? '',
    ]);
    return {
      data: { list: suppliers },
      text: rows.length
        ? table(['KEY OR ID', 'TAX CODE', 'STATE', 'CREATED', 'NAME'], rows, terminal)
        : 'There are none.',
    };
  },
};

const stuck: Command = {
  name: 'suppliers stuck',
  summary: 'Who has begun and is not registered, and why; who has done nothing for the longest comes first',
  options: {
    'older-than': { value: 'time', says: 'only who has done nothing for so long: 36h, 7d' },
    limit: { value: 'number', says: 'at the most (20)' },
  },
  async run(invocation) {
    const { terminal, signal } = invocation;
    const limit = count(invocation, 'limit', 20);
    const age = given(invocation, 'olderThan');
    const asked = {
      ascending: 'true',
      limit: Math.min(limit, 100),
      ...(age ? { older_than: age } : {}),
    } as const;
    const found = [];
    for await (const registration of invocation.alta().registrations.list(asked, { signal })) {
      if (found.push(registration) === limit) break;
    }
    const rows = found.map(
      ({ silo_entry_id: id, key, supplier, stage, last_rejection, last_activity_at: at }) => [
        key ?? id,
        stage,
        last_rejection?.reason ?? '',
        day(at),
        supplier?.name ?? '',
      ],
    );
    return {
      data: { list: found },
      text: rows.length
        ? table(['KEY OR ID', 'STAGE', 'REJECTED', 'LAST STEP', 'NAME'], rows, terminal)
        : 'Nobody is.',
    };
  },
};

const link: Command = {
  name: 'suppliers link',
  summary: "A supplier's link, and until when it leads somewhere",
  takes: ['supplier'],
  async run(invocation) {
    const alta = invocation.alta();
    const { id } = await named(alta, invocation);
    const found = await alta.links.fetch(id);
    return {
      data: found,
      text: facts(
        [
          ['link', found.link_url],
          ['until', day(found.expires_at)],
        ],
        invocation.terminal,
      ),
    };
  },
};

const remind: Command = {
  name: 'suppliers remind',
  summary: 'Send suppliers a mail with their link, as the wizard would',
  takes: ['supplier...'],
  async run(invocation) {
    const { terminal, signal, args } = invocation;
    const alta = invocation.alta();
    const entries = await Promise.all(args.map((name) => findEntry(alta, 'suppliers', name)));
    const { batch, rows } = await remindSuppliers(
      alta,
      entries.map(({ id }) => id),
      { terminal, signal },
    );
    const shown = rows.map(({ key, status, faults }) => [
      entries.find((entry) => entry.id === key)?.snippet.name ?? key ?? '',
      state(status, terminal),
      faults.map(({ message, code }) => `${message} (${code})`).join('; '),
    ]);
    return {
      data: { batch, rows },
      text: table(['NAME', 'REMINDER', 'WHY NOT'], shown, terminal),
      ...(batch.failed > 0 ? { exitCode: exitCodes.failed } : {}),
    };
  },
};

const named = (alta: Alta, { args: [name = ''] }: Invocation): Promise<Entry> =>
  findEntry(alta, 'suppliers', name);

export const suppliers: readonly Command[] = [create, list, stuck, link, remind];
