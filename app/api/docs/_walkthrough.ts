import type { Example } from './_examples.ts';
import { type Operation, servicePages } from './_services.ts';

interface Step {
  id: string;
  heading: string;
  text: string;
  slug: string;
  operation: Operation;
  example: Example;
  /** Members of the example answer that the page shows. */
  members: string[];
}

/** An integrator's steps. `exampleIndex`: which of the operation's examples to show. */
const outline = [
  {
    id: 'make-an-entry',
    heading: '1. Make an entry',
    text: 'Suppliers, customers and invoices are entries: a document with a `state`, meta and files. Alta removes separators from the CUIT and verifies its check digit. Keep the `id`.',
    slug: 'silo/v1',
    operationId: 'createEntry',
    exampleIndex: 0,
    members: ['id', 'key', 'folder', 'state', 'snippet'],
  },
  {
    id: 'run-a-workflow',
    heading: '2. Run a workflow on it',
    text: 'The answer is 202 at once, and the job continues in the background. `GET /transform/v1/workflows` lists the workflows of the workspace; a supplier is registered by the template `ar-supplier-registration`.',
    slug: 'transform/v1',
    operationId: 'createJob',
    exampleIndex: 0,
    members: ['id', 'silo_entry_id', 'workflow_id', 'status'],
  },
  {
    id: 'see-what-comes-back',
    heading: '3. See what comes back',
    text: 'A second later, `meta` has the `link_url` to send to your supplier. When the certificate is proved, the `state` is `registered`. Until then the job says what it waits for, and a webhook can notify you.',
    slug: 'silo/v1',
    operationId: 'fetchEntry',
    exampleIndex: 0,
    members: ['id', 'state', 'snippet', 'meta'],
  },
  {
    id: 'issue-an-invoice',
    heading: '4. Make an invoice',
    text: 'For a registered supplier, create another entry. Alta computes the totals and derives the class and the other data that the authority requires. `series` is the point of sale; the invoice gets its number when it is sent.',
    slug: 'silo/v1',
    operationId: 'createEntry',
    exampleIndex: 1,
    members: ['id', 'key', 'folder', 'state', 'snippet'],
  },
  {
    id: 'send-it',
    heading: '5. Send it',
    text: 'Create another job, with a workflow of the template `ar-invoice`. When the `state` of the entry is `sent`, the entry has a number, a CAE, a QR code and a PDF; if it is `error`, its `faults` say why.',
    slug: 'transform/v1',
    operationId: 'createJob',
    exampleIndex: 1,
    members: ['id', 'silo_entry_id', 'workflow_id', 'status'],
  },
];

export const walkthrough: Step[] = outline.map(({ operationId, exampleIndex, ...step }) => {
  const page = servicePages.find(({ slug }) => slug === step.slug);
  const operation = page?.groups.flatMap(({ operations }) => operations).find(({ id }) => id === operationId);
  const example = operation?.examples[exampleIndex];
  if (!operation || !example) throw new Error(`${operationId} has no example ${exampleIndex}.`);
  return { ...step, operation, example };
});
