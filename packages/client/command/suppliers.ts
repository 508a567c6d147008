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
  state,
  type Terminal,
  table,
  usageError,
  withProgress,
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
  throw new CommandError(exitCodes.refused, `No entry has the id, the key or the CUIT ${name}.`);
}

/** The eleven digits, however they were written. */
function cuitOf(text: string): string | undefined {
  const digits = text.replace(/^AR/i, '').replace(/[-. ]/g, '');
  return /^\d{11}$/.test(digits) ? digits : undefined;
}

/** Mails a reminder to the suppliers of these entries. Each returned row is the result for one supplier. */
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
  const batch = await withProgress(ended, { terminal, seconds, what: 'the reminders' });
  const rows = [];
  for await (const row of alta.batches.rows(id, { limit: 100 })) rows.push(row);
  return { batch, rows };
}

const states = ['empty', 'processing', 'registered', 'error', 'void'] as const;

const create: Command = {
  name: 'suppliers create',
  summary: 'Create a supplier and the link for the registration',
  options: {
    cuit: { value: 'number', help: 'their CUIT, with or without hyphens' },
    name: { value: 'name', help: 'name of the company or the person' },
    email: { value: 'address', help: 'their address, for reminders' },
    key: {
      value: 'text',
      help: 'your own id of the supplier, by default supplier-<CUIT>: the same key again creates nothing',
    },
    workflow: {
      value: 'id',
      help: "the workflow to run instead of the workspace's default",
    },
    wait: { value: 'seconds', help: 'how long to wait for the link (60)' },
  },
  async run(invocation) {
    const { terminal, signal } = invocation;
    const [cuit, name] = [given(invocation, 'cuit'), given(invocation, 'name')];
    if (!cuit || !name) throw usageError('--cuit and --name are required.');
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
    const { entryId, jobId, linkUrl } = await withProgress(registration, {
      terminal,
      seconds,
      what: 'the link',
    });
    const entry = await alta.entries.fetch(entryId, { signal });
    return {
      data: { entry, job_id: jobId ?? null, link_url: linkUrl ?? null },
      text: facts(
        [
          ['id', entry.id],
          ['name', entry.snippet.name],
          ['tax code', entry.snippet.tax_code],
          ['state', state(entry.state, terminal)],
          ['link', linkUrl ?? 'not needed'],
        ],
        terminal,
      ),
    };
  },
};

const list: Command = {
  name: 'suppliers list',
  summary: 'List the suppliers, newest first',
  options: {
    state: { value: 'state', help: 'only suppliers in this state', choices: states },
    limit: { value: 'number', help: 'how many to list at most (20)' },
  },
  async run(invocation) {
    const { terminal, signal } = invocation;
    const limit = count(invocation, 'limit', 20);
    const inState = states.find((each) => each === given(invocation, 'state'));
    const suppliers = [];
    const query = {
      folder: 'suppliers',
      limit: Math.min(limit, 100),
      ...(inState ? { state: inState } : {}),
    };
    for await (const supplier of invocation.alta().entries.list(query, { signal })) {
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
        : 'There are no suppliers.',
    };
  },
};

const stuck: Command = {
  name: 'suppliers stuck',
  summary: 'List suppliers who are not registered yet, and the reasons; longest inactive first',
  options: {
    'older-than': { value: 'time', help: 'only suppliers who have done nothing for this long: 36h, 7d' },
    limit: { value: 'number', help: 'how many to list at most (20)' },
  },
  async run(invocation) {
    const { terminal, signal } = invocation;
    const limit = count(invocation, 'limit', 20);
    const age = given(invocation, 'olderThan');
    const query = {
      ascending: 'true',
      limit: Math.min(limit, 100),
      ...(age ? { older_than: age } : {}),
    } as const;
    const found = [];
    for await (const registration of invocation.alta().registrations.list(query, { signal })) {
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
        : 'No supplier is stuck.',
    };
  },
};

const link: Command = {
  name: 'suppliers link',
  summary: "Show a supplier's link, and when it expires",
  takes: ['supplier'],
  async run(invocation) {
    const alta = invocation.alta();
    const { id } = await supplierOf(alta, invocation);
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
  summary: 'Mail suppliers a reminder with their link',
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
    const lines = rows.map(({ key, status, faults }) => [
      entries.find((entry) => entry.id === key)?.snippet.name ?? key ?? '',
      state(status, terminal),
      faults.map(({ message, code }) => `${message} (${code})`).join('; '),
    ]);
    return {
      data: { batch, rows },
      text: table(['NAME', 'REMINDER', 'WHY NOT'], lines, terminal),
      ...(batch.failed > 0 ? { exitCode: exitCodes.failed } : {}),
    };
  },
};

const events = [
  'certificate-issued',
  'certificate-rejected',
  'certificate-expiring',
  'delegation-accepted',
  'authority-down',
] as const;
const rejections = [
  'other-key',
  'expired',
  'not-yet-valid',
  'certificate-request',
  'not-a-certificate',
  'not-authorised',
] as const;

export const simulate: Command = {
  name: 'simulate',
  summary: `Play an event in the sandbox of a demo: ${events.join(', ')}`,
  takes: ['event'],
  options: {
    supplier: { value: 'supplier', help: 'id, key or CUIT; for every event but authority-down' },
    reason: { value: 'reason', help: 'of certificate-rejected (other-key)', choices: rejections },
    seconds: { value: 'number', help: 'of authority-down (60)' },
  },
  async run(invocation) {
    const { args, signal, terminal } = invocation;
    const event = events.find((each) => each === args[0]);
    if (!event) throw usageError(`Unknown event: use ${events.join(', ')}.`);
    const name = given(invocation, 'supplier');
    if (event !== 'authority-down' && !name) throw usageError('--supplier is required.');
    const reason = rejections.find((each) => each === given(invocation, 'reason'));
    const seconds = count(invocation, 'seconds', 60);
    const alta = invocation.alta();
    const about = async () => ({ silo_entry_id: (await findEntry(alta, 'suppliers', name ?? '')).id });
    const body =
      event === 'authority-down'
        ? { event, seconds }
        : event === 'certificate-rejected'
          ? { event, ...(await about()), ...(reason ? { reason } : {}) }
          : { event, ...(await about()) };
    const played = await alta.simulate(body, { signal });
    const { registration, down_until: until } = played;
    return {
      data: played,
      text: facts(
        [
          ['event', played.event],
          ['state', registration && state(registration.state, terminal)],
          ['rejected', registration?.last_rejection?.reason],
          ['until', until],
        ],
        terminal,
      ),
    };
  },
};

const supplierOf = (alta: Alta, { args: [name = ''] }: Invocation): Promise<Entry> =>
  findEntry(alta, 'suppliers', name);

export const suppliers: readonly Command[] = [create, list, stuck, link, remind];
