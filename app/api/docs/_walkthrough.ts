import type { Example } from './_examples.ts';
import { type Operation, servicePages } from './_services.ts';

interface Step {
  id: string;
  heading: string;
  text: string;
  slug: string;
  operation: Operation;
  example: Example;
  /** Members of the answer to print. */
  members: string[];
}

/** The way an integrator goes. `at`: the index of the operation's example. */
const outline = [
  {
    id: 'make-an-entry',
    heading: '1. Make an entry',
    text: 'Suppliers, customers and invoices are entries: a document, a `state` and what belongs to it. Separators of the CUIT are taken away, its check digit is verified. Keep the `id`.',
    slug: 'silo/v1',
    operationId: 'createEntry',
    at: 0,
    members: ['id', 'key', 'folder', 'state', 'snippet'],
  },
  {
    id: 'run-a-workflow',
    heading: '2. Run a workflow on it',
    text: 'The answer is 202 at once and the job goes on by itself. `GET /transform/v1/workflows` lists the workflows of the workspace; the registration of a supplier is the template `ar-supplier-registration`.',
    slug: 'transform/v1',
    operationId: 'createJob',
    at: 0,
    members: ['id', 'silo_entry_id', 'workflow_id', 'status'],
  },
  {
    id: 'see-what-comes-back',
    heading: '3. See what comes back',
    text: 'A second later `meta` has the `link_url` that your supplier is guided by. When the certificate is proved the `state` is `registered`; the job says what it waits for until then, and a webhook tells you.',
    slug: 'silo/v1',
    operationId: 'fetchEntry',
    at: 0,
    members: ['id', 'state', 'snippet', 'meta'],
  },
  {
    id: 'issue-an-invoice',
    heading: '4. Make an invoice',
    text: 'For a supplier who is registered: an entry again. Alta adds up, derives the class and what the authority wants to know. `series` is the point of sale; the number is the authority’s to count.',
    slug: 'silo/v1',
    operationId: 'createEntry',
    at: 1,
    members: ['id', 'key', 'folder', 'state', 'snippet'],
  },
  {
    id: 'send-it',
    heading: '5. Send it',
    text: 'A job again, with a workflow of the template `ar-invoice`. When the `state` of the entry is `sent`, it has its number, its CAE, its QR and a PDF; when it is `error`, its `faults` say why.',
    slug: 'transform/v1',
    operationId: 'createJob',
    at: 1,
    members: ['id', 'silo_entry_id', 'workflow_id', 'status'],
  },
];

export const walkthrough: Step[] = outline.map(({ operationId, at, ...step }) => {
  const page = servicePages.find(({ slug }) => slug === step.slug);
  const operation = page?.groups.flatMap(({ operations }) => operations).find(({ id }) => id === operationId);
  const example = operation?.examples[at];
  if (!operation || !example) throw new Error(`${operationId} has no example ${at}.`);
  return { ...step, operation, example };
});
