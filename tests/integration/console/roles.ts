import { begunKey } from '#console/w/[workspace]/configuration/api-keys/expiry.ts';
import type { Role } from '#lib/roles.ts';
import type { Ids } from './whole-workspace.ts';

const owners: readonly Role[] = ['owner'];
const workers: readonly Role[] = ['owner', 'operator'];
const readers: readonly Role[] = ['owner', 'operator', 'read-only'];
const helpers: readonly Role[] = ['owner', 'operator', 'support'];
const everybody: readonly Role[] = ['owner', 'operator', 'read-only', 'support'];

/** Who sees a page, or gets what an address answers. The batch of these tests archives. */
export const admitted: Record<string, readonly Role[]> = {
  'w/[workspace]': everybody,
  'w/[workspace]/activity': readers,
  'w/[workspace]/activity/export': readers,
  'w/[workspace]/activity/json-lines': readers,
  'w/[workspace]/batches': readers,
  'w/[workspace]/batches/[id]': readers,
  'w/[workspace]/batches/[id]/result': readers,
  'w/[workspace]/batches/new': workers,
  'w/[workspace]/batches/template': workers,
  'w/[workspace]/batches/upload': workers,
  'w/[workspace]/configuration/api-keys': readers,
  'w/[workspace]/configuration/apps': everybody,
  'w/[workspace]/configuration/apps/gov-ar': workers,
  'w/[workspace]/configuration/members': everybody,
  'w/[workspace]/configuration/webhooks': readers,
  'w/[workspace]/configuration/webhooks/[endpoint]': readers,
  'w/[workspace]/configuration/webhooks/deliveries': readers,
  'w/[workspace]/configuration/webhooks/deliveries/[delivery]': readers,
  'w/[workspace]/configuration/webhooks/deliveries/export': readers,
  'w/[workspace]/configuration/workflows': readers,
  'w/[workspace]/configuration/workflows/[id]': readers,
  'w/[workspace]/configuration/workflows/[id]/versions': readers,
  'w/[workspace]/configuration/workflows/new': workers,
  'w/[workspace]/configuration/workspace': readers,
  'w/[workspace]/delegations': everybody,
  'w/[workspace]/entries/[id]/(tabs)': everybody,
  'w/[workspace]/entries/[id]/(tabs)/files': readers,
  'w/[workspace]/entries/[id]/(tabs)/invoices': readers,
  'w/[workspace]/entries/[id]/(tabs)/jobs': readers,
  'w/[workspace]/entries/[id]/(tabs)/meta': readers,
  'w/[workspace]/entries/[id]/edit': workers,
  'w/[workspace]/entries/[id]/export': owners,
  'w/[workspace]/entries/[id]/files/[file]': readers,
  'w/[workspace]/entries/[id]/series/[series]': readers,
  'w/[workspace]/invoices': readers,
  'w/[workspace]/invoices/export': readers,
  'w/[workspace]/invoices/issuers': readers,
  'w/[workspace]/invoices/issuers/[id]': readers,
  'w/[workspace]/invoices/new': workers,
  'w/[workspace]/invoices/outline': readers,
  'w/[workspace]/invoices/points-of-sale': readers,
  'w/[workspace]/invoices/rate': readers,
  'w/[workspace]/jobs': readers,
  'w/[workspace]/jobs/[id]': readers,
  'w/[workspace]/jobs/export': readers,
  'w/[workspace]/registrations': everybody,
  'w/[workspace]/registrations/export': everybody,
  'w/[workspace]/same-cuit': everybody,
  'w/[workspace]/search': everybody,
  'w/[workspace]/search/found': everybody,
  'w/[workspace]/suppliers': everybody,
  'w/[workspace]/suppliers/export': everybody,
  'w/[workspace]/suppliers/new': workers,
  'w/[workspace]/taxpayer': readers,
};

interface Act {
  who: readonly Role[];
  /** Complete, so that nothing but the role can be the reason of a refusal for it. */
  input?: (ids: Ids) => object;
}

/** Who may do what. Without an `input` the first of `attempts.ts` is sent. */
export const acts: Record<string, Act> = {
  '_editor/actions#build': {
    who: everybody,
    input: () => ({ text: '{}', folder: 'suppliers' }),
  },
  'w/[workspace]/_contact/actions#extend': { who: helpers },
  'w/[workspace]/_contact/actions#mail': { who: workers },
  'w/[workspace]/_contact/actions#remind': { who: helpers },
  'w/[workspace]/_contact/actions#replace': { who: workers },
  'w/[workspace]/_contact/actions#revoke': { who: workers },
  'w/[workspace]/_contact/actions#takeBackLink': { who: workers },
  'w/[workspace]/_entries/actions#createFromText': { who: workers },
  'w/[workspace]/_views/actions#remove': { who: everybody },
  'w/[workspace]/_views/actions#save': {
    who: everybody,
    input: () => ({ list: 'suppliers', name: 'Con error', filters: { state: 'error' }, isShared: false }),
  },
  'w/[workspace]/activity/actions#markSeen': { who: readers, input: () => ({}) },
  'w/[workspace]/activity/actions#setDigest': { who: readers, input: () => ({ wanted: false }) },
  'w/[workspace]/batches/actions#findEnded': { who: readers },
  'w/[workspace]/batches/actions#findMatching': { who: readers },
  'w/[workspace]/batches/actions#resume': { who: workers },
  'w/[workspace]/batches/actions#startBatch': {
    who: workers,
    input: ({ entry }) => ({ operation: 'archive', ids: [entry], key: entry }),
  },
  'w/[workspace]/batches/actions#stop': { who: workers },
  'w/[workspace]/configuration/api-keys/actions#createKey': {
    who: owners,
    input: () => ({ ...begunKey, name: 'ERP' }),
  },
  'w/[workspace]/configuration/api-keys/actions#revokeKey': { who: owners },
  'w/[workspace]/configuration/api-keys/actions#rotateKey': { who: owners },
  'w/[workspace]/configuration/apps/actions#checkServices': { who: workers, input: () => ({}) },
  'w/[workspace]/configuration/apps/actions#connect': { who: workers, input: () => ({ id: 'gov-ar' }) },
  'w/[workspace]/configuration/apps/actions#disconnect': { who: workers, input: () => ({ id: 'gov-ar' }) },
  'w/[workspace]/configuration/apps/actions#findCandidates': { who: workers, input: () => ({ q: '' }) },
  'w/[workspace]/configuration/apps/actions#saveSettings': { who: workers },
  'w/[workspace]/configuration/members/actions#invite': {
    who: owners,
    input: () => ({ role: 'operator', note: '' }),
  },
  'w/[workspace]/configuration/members/actions#remove': { who: owners },
  'w/[workspace]/configuration/members/actions#requireTwoSteps': { who: owners, input: () => ({}) },
  'w/[workspace]/configuration/members/actions#stopRequiringTwoSteps': { who: owners, input: () => ({}) },
  'w/[workspace]/configuration/members/actions#revoke': { who: owners },
  'w/[workspace]/configuration/members/actions#setRole': { who: owners },
  'w/[workspace]/configuration/webhooks/deliveries/delivery-actions#sendAgain': { who: workers },
  'w/[workspace]/configuration/webhooks/deliveries/delivery-actions#countReplay': { who: workers },
  'w/[workspace]/configuration/webhooks/deliveries/delivery-actions#replay': { who: workers },
  'w/[workspace]/configuration/webhooks/endpoint-actions#addEndpoint': {
    who: workers,
    input: () => ({ url: 'https://ours.example/', description: '', events: ['*'] }),
  },
  'w/[workspace]/configuration/webhooks/endpoint-actions#dropEndpoint': { who: workers },
  'w/[workspace]/configuration/webhooks/endpoint-actions#editEndpoint': { who: workers },
  'w/[workspace]/configuration/webhooks/endpoint-actions#testEndpoint': { who: workers },
  'w/[workspace]/configuration/webhooks/endpoint-actions#switchEndpoint': { who: workers },
  'w/[workspace]/configuration/webhooks/secret-actions#endEarly': { who: owners },
  'w/[workspace]/configuration/webhooks/secret-actions#rotate': { who: owners },
  'w/[workspace]/configuration/workflows/actions#create': {
    who: workers,
    input: () => ({ workflow: { template: 'ar-supplier-registration' } }),
  },
  'w/[workspace]/configuration/workflows/actions#fetchNewest': { who: readers },
  'w/[workspace]/configuration/workflows/actions#restore': { who: workers },
  'w/[workspace]/configuration/workflows/actions#save': { who: workers },
  'w/[workspace]/configuration/workflows/actions#setDisabled': { who: workers },
  'w/[workspace]/configuration/workspace/actions#save': { who: owners, input: () => ({}) },
  'w/[workspace]/delegations/actions#verify': { who: workers },
  'w/[workspace]/delegations/actions#verifyAll': { who: workers, input: () => ({}) },
  'w/[workspace]/entries/[id]/(tabs)/actions#archive': { who: workers },
  'w/[workspace]/entries/[id]/(tabs)/actions#changeState': { who: workers },
  'w/[workspace]/entries/[id]/(tabs)/actions#checkPoints': { who: workers },
  // Not what was typed: who may is told so, and the supplier is there for what comes after.
  'w/[workspace]/entries/[id]/(tabs)/actions#erase': {
    who: owners,
    input: ({ entry }) => ({ id: entry, confirm: 'Otra' }),
  },
  'w/[workspace]/entries/[id]/(tabs)/actions#mail': { who: workers },
  'w/[workspace]/entries/[id]/(tabs)/actions#restore': { who: workers },
  'w/[workspace]/entries/[id]/(tabs)/actions#runWorkflow': { who: workers },
  'w/[workspace]/entries/[id]/(tabs)/actions#setInvoiceMail': { who: workers },
  'w/[workspace]/entries/[id]/edit/actions#saveEntry': { who: workers },
  'w/[workspace]/jobs/[id]/actions#cancel': { who: workers },
  'w/[workspace]/jobs/[id]/actions#retry': { who: workers },
  'w/[workspace]/jobs/[id]/actions#runJobAgain': { who: workers },
  'w/[workspace]/jobs/[id]/actions#skip': { who: workers },
};
