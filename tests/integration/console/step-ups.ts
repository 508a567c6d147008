import type { Ids } from './whole-workspace.ts';

/*
 * Which action of the Console asks for a recent login: everything, looked at as somebody would who finds a session that
 * was left open. It asks where they would keep something when the session is over, take something out, or send what
 * comes next to a place of theirs; and where one press stops or destroys much, and nobody is in a hurry. It does not
 * where they gain nothing, and the person would be asked all day; nor where it only takes a right away, which is urgent.
 */

interface Always {
  asks: 'always';
  why: string;
}

interface Never {
  asks: 'never';
  why: string;
}

/** For some inputs: one of those, and one of the others. */
interface Sometimes {
  asks: 'sometimes';
  why: string;
  asked: (ids: Ids & { olderVersion: number }) => object;
  notAsked: (ids: Ids) => object;
}

/** Asks a person who has a second factor, for it. */
interface WithSecondFactor {
  asks: 'with-second-factor';
  why: string;
}

export type StepUp = Always | Never | Sometimes | WithSecondFactor;

const always = (why: string): Always => ({ asks: 'always', why });
const never = (why: string): Never => ({ asks: 'never', why });

const wayIn = 'a way in that is still there when the session is over';
const noMoreRight = 'only takes a right away, in a hurry perhaps; it can be given again';
const shown = 'reads what the session shows anyway';
const everyday =
  'the day’s work on what is there, on record, within the workspace; nothing leaves it for a new place';
const signsIn = 'there is no session yet';
const begunBefore = 'ends what was begun after a recent login, and takes a code or a signature of it';
const taken = 'takes data out, many rows in one file';

const elsewhere = 'https://elsewhere.example/hook';

export const stepUps: Record<string, StepUp> = {
  // A person's own account.
  '_shell/actions#askPasskey': never(signsIn),
  '_shell/actions#confirmLogin': never('is how a person shows once more who they are'),
  '_shell/actions#confirmLoginByPasskey': never('is how a person shows once more who they are'),
  '_shell/actions#createWorkspace': never('an empty workspace, of the same person'),
  '_shell/actions#proveRecentLogin': always('asks, and does nothing else: before a file is taken out'),
  '_shell/actions#setLanguage': never('a cookie'),
  'account/actions#addPasskey': never(begunBefore),
  'account/actions#beginLink': always(wayIn),
  'account/actions#beginPasskey': always(wayIn),
  'account/actions#beginTwoSteps': always('shuts the person out of their own account'),
  'account/actions#confirmTwoSteps': never(begunBefore),
  'account/actions#dropPasskey': always('takes away what keeps a thief of the password out'),
  'account/actions#endOneSession': always('throws the person out, who would notice the thief'),
  'account/actions#endTwoSteps': always('takes away what keeps a thief of the password out'),
  'account/actions#renewRecoveryCodes': always(wayIn),
  'account/actions#setPassword': {
    asks: 'with-second-factor',
    why: 'ends all other sessions: the password, which it asks for, is no proof of a person who has more',
  },
  'account/actions#signOutEverywhere': always('throws the person out, who would notice the thief'),
  'account/actions#unlink': always('takes a way in from its person'),
  'invite/[token]/actions#join': never('the same person is in one more workspace'),
  'invite/[token]/actions#signUp': never(signsIn),
  'login/actions#enterCode': never(signsIn),
  'login/actions#login': never(signsIn),
  'login/actions#loginWithPasskey': never(signsIn),
  'password/actions#askForReset': never(signsIn),
  'password/actions#setNewPassword': never(signsIn),
  'setup/actions#setUp': never(signsIn),

  // Ways into the workspace.
  'w/[workspace]/configuration/api-keys/actions#createKey': always(wayIn),
  'w/[workspace]/configuration/api-keys/actions#revokeKey': never(noMoreRight),
  'w/[workspace]/configuration/api-keys/actions#rotateKey': always(wayIn),
  'w/[workspace]/configuration/members/actions#invite': always(wayIn),
  'w/[workspace]/configuration/members/actions#previewInvite': never('a mail whose link leads nowhere'),
  'w/[workspace]/configuration/members/actions#remove': always('throws out the others, who would notice'),
  'w/[workspace]/configuration/members/actions#requireTwoSteps': always(
    'shuts out all members who have no second factor',
  ),
  'w/[workspace]/configuration/members/actions#revoke': never(noMoreRight),
  'w/[workspace]/configuration/members/actions#setRole': always(wayIn),
  'w/[workspace]/configuration/members/actions#stopRequiringTwoSteps': always(
    'takes away what keeps thieves of passwords out',
  ),

  // Where it sends things.
  'w/[workspace]/configuration/webhooks/endpoint-actions#addEndpoint': always(
    'all events go to the thief from now on',
  ),
  'w/[workspace]/configuration/webhooks/endpoint-actions#dropEndpoint': never(noMoreRight),
  'w/[workspace]/configuration/webhooks/endpoint-actions#editEndpoint': {
    asks: 'sometimes',
    why: 'at another address all events go to the thief, signed; a description or other events go where they went',
    asked: ({ endpoint }) => ({ id: endpoint, url: elsewhere, description: '', events: ['*'] }),
    notAsked: ({ endpoint }) => ({
      id: endpoint,
      url: 'https://erp.example/hook',
      description: 'ERP',
      events: ['job.failed'],
    }),
  },
  'w/[workspace]/configuration/webhooks/endpoint-actions#switchEndpoint': never(noMoreRight),
  'w/[workspace]/configuration/webhooks/endpoint-actions#testEndpoint': never(
    'a made-up message, to an address that was confirmed',
  ),
  'w/[workspace]/configuration/webhooks/deliveries/delivery-actions#countReplay': never(shown),
  'w/[workspace]/configuration/webhooks/deliveries/delivery-actions#replay': never(
    'to the addresses that they were for',
  ),
  'w/[workspace]/configuration/webhooks/deliveries/delivery-actions#sendAgain': never(
    'to the address that it was for',
  ),
  'w/[workspace]/configuration/webhooks/secret-actions#add': always(
    'with the secret the thief signs what receivers believe',
  ),
  'w/[workspace]/configuration/webhooks/secret-actions#end': never(noMoreRight),
  'w/[workspace]/configuration/webhooks/secret-actions#rotate': always(
    'with the secret the thief signs what receivers believe',
  ),
  'w/[workspace]/configuration/workflows/actions#create': {
    asks: 'sometimes',
    why: 'a step that sends to an address or a mailbox of the thief’s; a template has none',
    asked: () => ({ workflow: { name: 'Avisar', steps: [webhookStep] } }),
    notAsked: () => ({ workflow: { template: 'ar-supplier-registration' } }),
  },
  'w/[workspace]/configuration/workflows/actions#discardEdits': never(everyday),
  'w/[workspace]/configuration/workflows/actions#fetchNewest': never(shown),
  'w/[workspace]/configuration/workflows/actions#makeDefault': never(everyday),
  'w/[workspace]/configuration/workflows/actions#prepareTest': never(shown),
  'w/[workspace]/configuration/workflows/actions#publish': {
    asks: 'sometimes',
    why: 'a step that sends to an address or a mailbox of the thief’s: all links and news of suppliers',
    asked: ({ workflow }) => ({ id: workflow, draft: { ...edits, steps: [mailStep] }, version: 1 }),
    notAsked: ({ workflow }) => ({ id: workflow, draft: edits, version: 1 }),
  },
  'w/[workspace]/configuration/workflows/actions#remove': never(everyday),
  'w/[workspace]/configuration/workflows/actions#restore': {
    asks: 'sometimes',
    why: 'a version that sends to where the newest does not: why it was taken out nobody knows',
    asked: ({ workflow, olderVersion }) => ({
      id: workflow,
      version: olderVersion,
      seen: olderVersion + 1,
    }),
    notAsked: ({ workflow }) => ({ id: workflow, version: 1, seen: 1 }),
  },
  'w/[workspace]/configuration/workflows/actions#saveEdits': {
    asks: 'sometimes',
    why: 'a draft is run on an entry by a test',
    asked: ({ workflow }) => ({ id: workflow, draft: { ...edits, steps: [mailStep] } }),
    notAsked: ({ workflow }) => ({ id: workflow, draft: edits }),
  },
  'w/[workspace]/configuration/workflows/actions#testRun': {
    asks: 'sometimes',
    why: 'a step that sends to an address or a mailbox of the thief’s: all links and news of suppliers',
    asked: ({ workflow, entry }) => ({
      id: workflow,
      draft: { ...edits, steps: [mailStep] },
      entryId: entry,
      jobId: entry,
      confirmed: false,
    }),
    notAsked: ({ workflow, entry }) => ({
      id: workflow,
      draft: edits,
      entryId: entry,
      jobId: entry,
      confirmed: false,
    }),
  },
  'w/[workspace]/configuration/workflows/actions#setArchived': never(everyday),
  'w/[workspace]/configuration/workflows/actions#setDisabled': never(everyday),

  // What suppliers are shown and told in the workspace's name.
  'w/[workspace]/configuration/apps/actions#checkServices': never(everyday),
  'w/[workspace]/configuration/apps/actions#connect': never(
    'what was disconnected after a recent login goes on',
  ),
  'w/[workspace]/configuration/apps/actions#disconnect': always(
    'one press stops every registration and invoice of the workspace, and nobody is in a hurry',
  ),
  'w/[workspace]/configuration/apps/actions#findCandidates': never(shown),
  'w/[workspace]/configuration/apps/actions#saveSettings': always(
    'suppliers delegate to, write to, call and go back to whom the settings name',
  ),
  'w/[workspace]/configuration/workspace/actions#planLive': never(shown),
  'w/[workspace]/configuration/workspace/actions#copyLive': always(wayIn),
  'w/[workspace]/configuration/workspace/actions#save': always(
    'suppliers’ mails bear the name, and their answers and notices go to the address',
  ),
  'w/[workspace]/_contact/actions#mail': {
    asks: 'sometimes',
    why: 'who has the link acts as the supplier: to an address that nothing says is theirs',
    asked: ({ entry }) => ({ id: entry, to: 'thief@elsewhere.example' }),
    notAsked: ({ entry }) => ({ id: entry, to: 'Compras@ferreteria.example' }),
  },
  'w/[workspace]/_contact/actions#extend': never(everyday),
  'w/[workspace]/_contact/actions#previewMail': never('the page shows the link, too'),
  'w/[workspace]/_contact/actions#readLink': never('the page shows the link, too'),
  'w/[workspace]/_contact/actions#remind': never('to the address that is the supplier’s'),
  'w/[workspace]/_contact/actions#replace': never('the session shows the link that there was, too'),
  'w/[workspace]/_contact/actions#revoke': never(noMoreRight),
  'w/[workspace]/_contact/actions#takeBackLink': never(noMoreRight),

  // The day's work.
  '_editor/actions#build': never(everyday),
  'w/[workspace]/_entries/actions#createFromText': never(everyday),
  'w/[workspace]/_entries/actions#describeInvoice': never(everyday),
  'w/[workspace]/_views/actions#remove': never(everyday),
  'w/[workspace]/_views/actions#save': never(everyday),
  'w/[workspace]/activity/actions#markSeen': never(everyday),
  'w/[workspace]/activity/actions#setDigest': never('mail to the person themselves'),
  'w/[workspace]/batches/actions#findEnded': never(shown),
  'w/[workspace]/batches/actions#findMailed': never(shown),
  'w/[workspace]/batches/actions#findFailed': never(shown),
  'w/[workspace]/batches/actions#findRetried': never(shown),
  'w/[workspace]/batches/actions#findMatching': never(shown),
  'w/[workspace]/batches/actions#prepareRun': never(shown),
  'w/[workspace]/batches/actions#resume': never(everyday),
  'w/[workspace]/batches/actions#startBatch': never(
    'many at a time of what asks of none: to archive, to remind, to extend, to run and to send again',
  ),
  'w/[workspace]/batches/actions#startRun': never('as one run on one entry, many times'),
  'w/[workspace]/batches/actions#stop': never(everyday),
  'w/[workspace]/batches/actions#undo': never(everyday),
  'w/[workspace]/batches/actions#findNextSteps': never(shown),
  'w/[workspace]/configuration/workspace/rehearsal/actions#proceed': always(
    'one of its steps issues a real invoice',
  ),
  'w/[workspace]/configuration/workspace/rehearsal/actions#quoteLabels': never(everyday),
  'w/[workspace]/configuration/workspace/rehearsal/actions#start': always(
    'drops the rehearsal under way, with the key of its certificate',
  ),
  'w/[workspace]/delegations/actions#verify': never(everyday),
  'w/[workspace]/delegations/actions#verifyAll': never(everyday),
  'w/[workspace]/entries/[id]/(tabs)/actions#archive': never('it is restored by one press'),
  'w/[workspace]/entries/[id]/(tabs)/actions#changeState': never(everyday),
  'w/[workspace]/entries/[id]/(tabs)/actions#checkPoints': never(everyday),
  'w/[workspace]/entries/[id]/(tabs)/actions#compareWithArca': never(shown),
  'w/[workspace]/entries/[id]/(tabs)/actions#tryLogin': never(everyday),
  'w/[workspace]/entries/[id]/(tabs)/actions#erase': always('can not be undone'),
  'w/[workspace]/entries/[id]/(tabs)/actions#changeInvoiceToCredit': never(everyday),
  'w/[workspace]/entries/[id]/(tabs)/actions#mail': never('one invoice, which the session shows anyway'),
  'w/[workspace]/entries/[id]/(tabs)/actions#restore': never(everyday),
  'w/[workspace]/entries/[id]/(tabs)/actions#runWorkflow': never(everyday),
  'w/[workspace]/entries/[id]/(tabs)/actions#setDefaultPoint': never(everyday),
  'w/[workspace]/entries/[id]/(tabs)/actions#setInvoiceMail': never(
    'invoices go to the customers that they name, and answers to an address on record',
  ),
  'w/[workspace]/entries/[id]/edit/actions#saveEntry': never(everyday),
  'w/[workspace]/jobs/[id]/actions#cancel': never(everyday),
  'w/[workspace]/jobs/[id]/actions#retry': never(everyday),
  'w/[workspace]/jobs/[id]/actions#runJobAgain': never(everyday),
  'w/[workspace]/jobs/[id]/actions#skip': never(everyday),

  // What is no action: addresses beside the pages.
  'login/oidc': never(signsIn),
  'login/oidc/callback': never(begunBefore),
  logout: never('ends the session'),
  'w/[workspace]/activity/export': always(taken),
  'w/[workspace]/activity/json-lines': always(taken),
  'w/[workspace]/batches/[id]/result': always(taken),
  'w/[workspace]/batches/template': never('a file without data'),
  'w/[workspace]/batches/upload': never(everyday),
  'w/[workspace]/configuration/apps/gov-ar/preview': never(shown),
  'w/[workspace]/configuration/webhooks/deliveries/export': always(taken),
  'w/[workspace]/entries/[id]/export': always('all that is kept of a supplier'),
  'w/[workspace]/entries/[id]/files/[file]': never('one file of a page that shows it'),
  'w/[workspace]/invoices/export': always(taken),
  'w/[workspace]/invoices/customers': never(shown),
  'w/[workspace]/invoices/issuers': never(shown),
  'w/[workspace]/invoices/issuers/[id]': never(shown),
  'w/[workspace]/invoices/month/actions#cancelArchive': never(everyday),
  'w/[workspace]/invoices/month/actions#startArchive': never(everyday),
  'w/[workspace]/invoices/month/archive': always(taken),
  'w/[workspace]/invoices/month/csv': always(taken),
  'w/[workspace]/invoices/month/vat-book': always(taken),
  'w/[workspace]/invoices/outline': never(shown),
  'w/[workspace]/invoices/points-of-sale': never(shown),
  'w/[workspace]/invoices/rate': never(shown),
  'w/[workspace]/jobs/export': always(taken),
  'w/[workspace]/registrations/export': always(taken),
  'w/[workspace]/same-cuit': never(shown),
  'w/[workspace]/search/found': never(shown),
  'w/[workspace]/suppliers/export': always(taken),
  'w/[workspace]/taxpayer': never(shown),
};

const webhookStep = { provider: 'webhook', config: { url: elsewhere } };
const edits = { name: 'Otra', steps: [], rescue: [] };
const mailStep = { provider: 'email.link', config: { to: 'thief@elsewhere.example' } };
