import type { Alta, Entry } from '../src/index.ts';
import { type Command, given, type Invocation } from './command.ts';
import { exitCodes, usageError } from './exit-codes.ts';
import { findEntry } from './find-entry.ts';
import { count } from './number-option.ts';
import { remindSuppliers } from './remind.ts';
import { day, facts, state, table } from './terminal.ts';
import { shown } from './wait.ts';

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
    if (given(invocation, 'state') && !inState) throw usageError(`A state is one of ${states.join(', ')}.`);
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
    const age = given(invocation, 'older-than');
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
  takes: ['supplier…'],
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
