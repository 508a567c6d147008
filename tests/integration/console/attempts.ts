import { expect } from 'vitest';
import type { Ids } from './whole-workspace.ts';

/** What is sent with ids of theirs in our own workspace, and the code of the refusal where it is not `not-found`. */
type Attempt = [input: object, answer?: string];
const oursDraft = { name: 'Ours', steps: [], rescue: [] };
const anew = '5d6b8f4e-2f0c-4e19-9a57-0d3b7a6c1e22';

export const attempts: Record<string, (theirs: Ids, ours: Ids) => Attempt[]> = {
  '_editor/actions#build': () => [],
  'w/[workspace]/_contact/actions#extend': ({ entry }) => [[{ id: entry, days: 30 }]],
  'w/[workspace]/_contact/actions#mail': ({ entry }) => [[{ id: entry, to: 'ana@example.com' }]],
  'w/[workspace]/_contact/actions#readLink': ({ entry }) => [[{ id: entry }]],
  'w/[workspace]/_contact/actions#previewMail': ({ entry }) => [
    [{ id: entry, kind: 'invitation' }],
    [{ id: entry, kind: 'reminder' }],
  ],
  'w/[workspace]/_contact/actions#remind': ({ entry }) => [[{ id: entry }]],
  'w/[workspace]/_contact/actions#replace': ({ entry }) => [[{ id: entry }]],
  'w/[workspace]/_contact/actions#revoke': ({ entry }) => [[{ id: entry }]],
  'w/[workspace]/_contact/actions#takeBackLink': ({ entry }) => [[{ id: entry, link: anew }]],
  'w/[workspace]/_entries/actions#createFromText': ({ entry }) => [
    [
      {
        id: entry,
        folder: 'suppliers',
        text: '{"name":"Ours","tax_id":{"country":"AR","code":"30712345671"}}',
      },
      'id-taken',
    ],
  ],
  'w/[workspace]/_entries/actions#describeInvoice': ({ entry }) => [[{ id: entry, text: '{}' }]],
  'w/[workspace]/_views/actions#remove': ({ view }) => [[{ id: view }]],
  'w/[workspace]/_views/actions#save': () => [],
  'w/[workspace]/batches/actions#findEnded': ({ job }) => [[{ ids: [job] }, '[]']],
  'w/[workspace]/batches/actions#findNextSteps': ({ batch }) => [[{ id: batch }]],
  'w/[workspace]/batches/actions#findMailed': ({ entry }) => [
    [{ ids: [entry] }, '{"ids":[],"others":1,"withoutAddress":0,"named":[]}'],
  ],
  'w/[workspace]/batches/actions#findFailed': ({ entry }) => [[{ ids: [entry] }, '[]']],
  'w/[workspace]/batches/actions#findRetried': ({ job, entry }) => [
    [{ list: 'jobs', ids: [job] }, '[]'],
    [{ list: 'invoices', ids: [entry] }, '[]'],
  ],
  'w/[workspace]/batches/actions#findMatching': ({ entry }) => [
    [{ list: 'jobs', filters: { entry } }, '[]'],
    [{ list: 'suppliers', filters: { q: entry } }, '[]'],
  ],
  'w/[workspace]/batches/actions#prepareRun': ({ workflow, entry }, ours) => [
    [{ list: 'suppliers', ids: [ours.entry], workflowId: workflow }],
    [{ list: 'suppliers', ids: [entry] }, expect.stringContaining('"ids":[]') as unknown as string],
  ],
  'w/[workspace]/batches/actions#resume': ({ batch }) => [[{ id: batch }]],
  'w/[workspace]/batches/actions#startBatch': () => [],
  'w/[workspace]/batches/actions#startRun': ({ workflow, entry }) => [
    [{ workflowId: workflow, ids: [entry], key: anew }, 'validation'],
  ],
  'w/[workspace]/batches/actions#stop': ({ batch }) => [[{ id: batch }]],
  'w/[workspace]/batches/actions#undo': ({ batch }) => [[{ id: batch }]],
  'w/[workspace]/configuration/api-keys/actions#createKey': () => [],
  'w/[workspace]/configuration/api-keys/actions#revokeKey': ({ key }) => [[{ id: key }]],
  'w/[workspace]/configuration/api-keys/actions#rotateKey': ({ key }) => [[{ id: key, overlapHours: 0 }]],
  'w/[workspace]/configuration/apps/actions#checkServices': () => [],
  'w/[workspace]/configuration/apps/actions#connect': () => [],
  'w/[workspace]/configuration/apps/actions#disconnect': () => [],
  'w/[workspace]/configuration/apps/actions#findCandidates': () => [],
  'w/[workspace]/configuration/apps/actions#saveSettings': ({ entry }) => [
    [{ delegate: { siloEntryId: entry } }, 'validation'],
  ],
  'w/[workspace]/configuration/members/actions#invite': () => [],
  'w/[workspace]/configuration/members/actions#previewInvite': () => [],
  'w/[workspace]/configuration/members/actions#requireTwoSteps': () => [],
  'w/[workspace]/configuration/members/actions#stopRequiringTwoSteps': () => [],
  'w/[workspace]/configuration/members/actions#remove': ({ owner }) => [[{ userId: owner }]],
  'w/[workspace]/configuration/members/actions#revoke': ({ invitation }) => [[{ id: invitation }]],
  'w/[workspace]/configuration/members/actions#setRole': ({ owner }) => [
    [{ userId: owner, role: 'operator' }],
    [{ userId: owner, role: 'owner' }],
  ],
  'w/[workspace]/configuration/webhooks/deliveries/delivery-actions#sendAgain': ({ delivery }) => [
    [{ id: delivery }],
  ],
  'w/[workspace]/configuration/webhooks/deliveries/delivery-actions#countReplay': ({ endpoint }) => [
    // As React sends an instant.
    [
      { since: '$D2020-01-01T00:00:00.000Z', statuses: ['dead', 'delivered'], endpoints: [endpoint] },
      '{"count":0}',
    ],
  ],
  'w/[workspace]/configuration/webhooks/deliveries/delivery-actions#replay': ({ endpoint }) => [
    [
      {
        since: '$D2020-01-01T00:00:00.000Z',
        statuses: ['dead', 'delivered'],
        endpoints: [endpoint],
        key: anew,
      },
      '{"batch":"$undefined"}',
    ],
  ],
  'w/[workspace]/configuration/webhooks/endpoint-actions#addEndpoint': () => [],
  'w/[workspace]/configuration/webhooks/endpoint-actions#dropEndpoint': ({ endpoint }) => [
    [{ id: endpoint }],
  ],
  'w/[workspace]/configuration/webhooks/endpoint-actions#editEndpoint': ({ endpoint }) => [
    [{ id: endpoint, url: 'https://ours.example/', description: '', events: ['*'] }],
  ],
  'w/[workspace]/configuration/webhooks/endpoint-actions#testEndpoint': ({ endpoint }) => [
    [{ id: endpoint, event: 'job.failed' }],
  ],
  'w/[workspace]/configuration/webhooks/endpoint-actions#switchEndpoint': ({ endpoint }) => [
    [{ id: endpoint, disabled: true }],
  ],
  'w/[workspace]/configuration/webhooks/secret-actions#add': ({ endpoint }) => [[{ endpointId: endpoint }]],
  'w/[workspace]/configuration/webhooks/secret-actions#end': ({ secret }) => [[{ id: secret }]],
  'w/[workspace]/configuration/webhooks/secret-actions#rotate': ({ endpoint }) => [
    [{ overlapHours: 24, endpointId: endpoint }],
  ],
  'w/[workspace]/configuration/workflows/actions#create': () => [],
  'w/[workspace]/configuration/workflows/actions#fetchNewest': ({ workflow }) => [[{ id: workflow }]],
  'w/[workspace]/configuration/workflows/actions#makeDefault': ({ workflow }) => [[{ id: workflow }]],
  'w/[workspace]/configuration/workflows/actions#remove': ({ workflow }) => [[{ id: workflow }]],
  'w/[workspace]/configuration/workflows/actions#restore': ({ workflow }) => [
    [{ id: workflow, version: 1, seen: 1 }],
  ],
  'w/[workspace]/configuration/workflows/actions#discardEdits': ({ workflow }) => [
    [{ id: workflow, revision: anew }],
  ],
  'w/[workspace]/configuration/workflows/actions#prepareTest': ({ workflow }) => [[{ id: workflow, q: '' }]],
  'w/[workspace]/configuration/workflows/actions#publish': ({ workflow }) => [
    [{ id: workflow, draft: oursDraft, version: 1 }],
  ],
  'w/[workspace]/configuration/workflows/actions#saveEdits': ({ workflow }) => [
    [{ id: workflow, draft: oursDraft }],
  ],
  'w/[workspace]/configuration/workflows/actions#testRun': ({ workflow, entry }) => [
    [{ id: workflow, draft: oursDraft, entryId: entry, jobId: anew, confirmed: true }],
  ],
  'w/[workspace]/configuration/workflows/actions#setArchived': ({ workflow }) => [
    [{ id: workflow, archived: true }],
  ],
  'w/[workspace]/configuration/workflows/actions#setDisabled': ({ workflow }) => [
    [{ id: workflow, disabled: true }],
  ],
  'w/[workspace]/activity/actions#markSeen': () => [],
  'w/[workspace]/activity/actions#setDigest': () => [],
  'w/[workspace]/configuration/workspace/actions#save': () => [],
  'w/[workspace]/configuration/workspace/actions#planLive': () => [],
  'w/[workspace]/configuration/workspace/actions#copyLive': () => [],
  'w/[workspace]/configuration/workspace/rehearsal/actions#proceed': () => [
    [{ id: anew, input: { step: 'wait' } }],
  ],
  'w/[workspace]/configuration/workspace/rehearsal/actions#quoteLabels': () => [[{ id: anew }]],
  'w/[workspace]/configuration/workspace/rehearsal/actions#start': () => [],
  'w/[workspace]/delegations/actions#verify': ({ entry }) => [[{ id: entry }]],
  'w/[workspace]/delegations/actions#verifyAll': () => [],
  'w/[workspace]/entries/[id]/(tabs)/actions#archive': ({ entry }) => [[{ id: entry }]],
  'w/[workspace]/entries/[id]/(tabs)/actions#changeState': ({ entry }) => [[{ id: entry, key: 'error' }]],
  'w/[workspace]/entries/[id]/(tabs)/actions#checkPoints': ({ entry }) => [[{ id: entry }]],
  'w/[workspace]/entries/[id]/(tabs)/actions#erase': ({ entry }) => [[{ id: entry, confirm: '30712345671' }]],
  'w/[workspace]/entries/[id]/(tabs)/actions#changeInvoiceToCredit': ({ entry }) => [[{ id: entry }]],
  'w/[workspace]/entries/[id]/(tabs)/actions#mail': ({ entry }) => [
    [{ id: entry, to: 'ana@example.com', requestId: anew }],
  ],
  'w/[workspace]/entries/[id]/(tabs)/actions#restore': ({ entry }) => [[{ id: entry }]],
  // Of the two ids in the form the field says which is none: of others, or of nobody.
  'w/[workspace]/entries/[id]/(tabs)/actions#runWorkflow': (theirs, ours) => [
    [{ id: theirs.entry, workflowId: ours.workflow, jobId: anew }, 'validation'],
    [{ id: anew, workflowId: ours.workflow, jobId: anew }, 'validation'],
    [{ id: ours.entry, workflowId: theirs.workflow, jobId: anew }, 'validation'],
    [{ id: ours.entry, workflowId: anew, jobId: anew }, 'validation'],
    [{ id: ours.entry, workflowId: ours.workflow, jobId: theirs.job }, 'id-taken'],
  ],
  'w/[workspace]/entries/[id]/(tabs)/actions#compareWithArca': ({ entry }) => [[{ id: entry }]],
  'w/[workspace]/entries/[id]/(tabs)/actions#tryLogin': ({ entry }) => [[{ id: entry }]],
  'w/[workspace]/entries/[id]/(tabs)/actions#setDefaultPoint': ({ entry }) => [[{ id: entry, number: 3 }]],
  'w/[workspace]/entries/[id]/(tabs)/actions#setInvoiceMail': ({ entry }) => [
    [{ id: entry, automatic: true }],
  ],
  'w/[workspace]/entries/[id]/edit/actions#saveEntry': ({ entry }) => [
    [{ id: entry, text: '{"name":"Ours"}', base: '1' }],
  ],
  'w/[workspace]/invoices/month/actions#cancelArchive': () => [],
  'w/[workspace]/invoices/month/actions#startArchive': () => [],
  'w/[workspace]/jobs/[id]/actions#cancel': ({ job }) => [[{ id: job }]],
  'w/[workspace]/jobs/[id]/actions#retry': ({ job }) => [[{ id: job }]],
  'w/[workspace]/jobs/[id]/actions#runJobAgain': ({ job }) => [[{ id: job }]],
  'w/[workspace]/jobs/[id]/actions#skip': ({ job }) => [[{ id: job, reason: 'Ours' }]],
};

/** Of a person and not of a workspace. */
export const personal: Record<string, (theirs: Ids) => Attempt[]> = {
  '_shell/actions#askPasskey': () => [],
  '_shell/actions#confirmLogin': () => [],
  '_shell/actions#confirmLoginByPasskey': () => [],
  '_shell/actions#createWorkspace': () => [],
  '_shell/actions#proveRecentLogin': () => [],
  '_shell/actions#setLanguage': () => [],
  'account/actions#addPasskey': () => [],
  'account/actions#beginLink': () => [],
  'account/actions#beginPasskey': () => [],
  'account/actions#beginTwoSteps': () => [],
  'account/actions#confirmTwoSteps': () => [],
  'account/actions#dropPasskey': () => [],
  'account/actions#endOneSession': ({ session }) => [[{ id: session }]],
  'account/actions#endTwoSteps': () => [],
  'account/actions#renewRecoveryCodes': () => [],
  'account/actions#setPassword': () => [],
  'account/actions#signOutEverywhere': () => [],
  'account/actions#unlink': () => [],
  'invite/[token]/actions#join': () => [],
  'invite/[token]/actions#signUp': () => [],
  'login/actions#enterCode': () => [],
  'login/actions#login': () => [],
  'login/actions#loginWithPasskey': () => [],
  'password/actions#askForReset': () => [],
  'password/actions#setNewPassword': () => [],
  'setup/actions#setUp': () => [],
};
