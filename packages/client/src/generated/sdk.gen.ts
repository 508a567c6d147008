// Written by `npm run sdk`.
// @ts-nocheck

import { client } from './client.gen.ts';
import type { Client, ClientMeta, Options as Options2, RequestResult, TDataShape } from './client/index.ts';
import type { AddFileData, AddFileErrors, AddFileResponses, ArchiveEntryData, ArchiveEntryErrors, ArchiveEntryResponses, BuildDocumentData, BuildDocumentErrors, BuildDocumentResponses, ChangeAppData, ChangeAppErrors, ChangeAppResponses, ChangeEndpointData, ChangeEndpointErrors, ChangeEndpointResponses, ChangeEntryData, ChangeEntryErrors, ChangeEntryResponses, ChangeWorkflowData, ChangeWorkflowErrors, ChangeWorkflowResponses, ChangeWorkspaceData, ChangeWorkspaceErrors, ChangeWorkspaceResponses, ClaimDelegationData, ClaimDelegationErrors, ClaimDelegationResponses, ConfirmAuthorisationData, ConfirmAuthorisationErrors, ConfirmAuthorisationResponses, ConnectAppData, ConnectAppErrors, ConnectAppResponses, CorrectDocumentData, CorrectDocumentErrors, CorrectDocumentResponses, CreateBatchData, CreateBatchErrors, CreateBatchResponses, CreateEndpointData, CreateEndpointErrors, CreateEndpointResponses, CreateEntryData, CreateEntryErrors, CreateEntryResponses, CreateJobData, CreateJobErrors, CreateJobResponses, CreateWorkflowData, CreateWorkflowErrors, CreateWorkflowResponses, DisconnectAppData, DisconnectAppErrors, DisconnectAppResponses, EndSecretData, EndSecretErrors, EndSecretResponses, EraseSupplierData, EraseSupplierErrors, EraseSupplierResponses, ExportSupplierData, ExportSupplierErrors, ExportSupplierResponses, ExtendLinkData, ExtendLinkErrors, ExtendLinkResponses, FetchAppData, FetchAppErrors, FetchAppResponses, FetchAuthorityData, FetchAuthorityErrors, FetchAuthorityResponses, FetchBatchData, FetchBatchErrors, FetchBatchResponses, FetchCertificateRequestData, FetchCertificateRequestErrors, FetchCertificateRequestResponses, FetchDeliveryData, FetchDeliveryErrors, FetchDeliveryResponses, FetchEndpointData, FetchEndpointErrors, FetchEndpointResponses, FetchEntryByKeyData, FetchEntryByKeyErrors, FetchEntryByKeyResponses, FetchEntryData, FetchEntryErrors, FetchEntryResponses, FetchExchangeRatesData, FetchExchangeRatesErrors, FetchExchangeRatesResponses, FetchFileContentData, FetchFileContentErrors, FetchFileContentResponses, FetchFileData, FetchFileErrors, FetchFileResponses, FetchJobByKeyData, FetchJobByKeyErrors, FetchJobByKeyResponses, FetchJobData, FetchJobErrors, FetchJobResponses, FetchLinkData, FetchLinkErrors, FetchLinkResponses, FetchPointsOfSaleData, FetchPointsOfSaleErrors, FetchPointsOfSaleResponses, FetchRegistrationData, FetchRegistrationErrors, FetchRegistrationResponses, FetchTaxpayerData, FetchTaxpayerErrors, FetchTaxpayerResponses, FetchVersionData, FetchVersionErrors, FetchVersionResponses, FetchWorkflowData, FetchWorkflowErrors, FetchWorkflowResponses, FetchWorkflowVersionData, FetchWorkflowVersionErrors, FetchWorkflowVersionResponses, FetchWorkspaceData, FetchWorkspaceErrors, FetchWorkspaceResponses, FindRelatedEntriesData, FindRelatedEntriesErrors, FindRelatedEntriesResponses, HandOverData, HandOverErrors, HandOverResponses, IssueLinkData, IssueLinkErrors, IssueLinkResponses, ListApiKeysData, ListApiKeysErrors, ListApiKeysResponses, ListAppsData, ListAppsErrors, ListAppsResponses, ListBatchesData, ListBatchesErrors, ListBatchesResponses, ListBatchRowsData, ListBatchRowsErrors, ListBatchRowsResponses, ListDeliveriesData, ListDeliveriesErrors, ListDeliveriesResponses, ListEndpointsData, ListEndpointSecretsData, ListEndpointSecretsErrors, ListEndpointSecretsResponses, ListEndpointsErrors, ListEndpointsResponses, ListEntriesData, ListEntriesErrors, ListEntriesResponses, ListEntryActivityData, ListEntryActivityErrors, ListEntryActivityResponses, ListEnvelopesData, ListEnvelopesErrors, ListEnvelopesResponses, ListFilesData, ListFilesErrors, ListFilesResponses, ListJobsData, ListJobsErrors, ListJobsResponses, ListProvidersData, ListProvidersErrors, ListProvidersResponses, ListRegistrationsData, ListRegistrationsErrors, ListRegistrationsResponses, ListRelatedEntriesData, ListRelatedEntriesErrors, ListRelatedEntriesResponses, ListSecretsData, ListSecretsErrors, ListSecretsResponses, ListStatesData, ListStatesErrors, ListStatesResponses, ListWorkflowsData, ListWorkflowsErrors, ListWorkflowsResponses, MakeUuidData, MakeUuidErrors, MakeUuidResponses, PingData, PingErrors, PingResponses, PutEntryData, PutEntryErrors, PutEntryResponses, PutFileContentData, PutFileContentErrors, PutFileContentResponses, PutFileData, PutFileErrors, PutFileResponses, PutJobData, PutJobErrors, PutJobResponses, PutStateData, PutStateErrors, PutStateResponses, PutWorkflowData, PutWorkflowErrors, PutWorkflowResponses, ReadPointsOfSaleData, ReadPointsOfSaleErrors, ReadPointsOfSaleResponses, RedeliverData, RedeliverDeadData, RedeliverDeadErrors, RedeliverDeadResponses, RedeliverErrors, RedeliverResponses, RemoveEndpointData, RemoveEndpointErrors, RemoveEndpointResponses, RestoreEntryData, RestoreEntryErrors, RestoreEntryResponses, ResumeBatchData, ResumeBatchErrors, ResumeBatchResponses, RetryJobData, RetryJobErrors, RetryJobResponses, RevokeLinkData, RevokeLinkErrors, RevokeLinkResponses, RotateEndpointSecretData, RotateEndpointSecretErrors, RotateEndpointSecretResponses, RotateSecretData, RotateSecretErrors, RotateSecretResponses, RunJobAgainData, RunJobAgainErrors, RunJobAgainResponses, SearchEntriesData, SearchEntriesErrors, SearchEntriesResponses, SetStateData, SetStateErrors, SetStateResponses, SkipStepData, SkipStepErrors, SkipStepResponses, StopBatchData, StopBatchErrors, StopBatchResponses, SummariseJobsData, SummariseJobsErrors, SummariseJobsResponses, TakeBackData, TakeBackErrors, TakeBackResponses, TestEndpointData, TestEndpointErrors, TestEndpointResponses, UploadCertificateData, UploadCertificateErrors, UploadCertificateResponses, VerifyDelegationData, VerifyDelegationErrors, VerifyDelegationResponses } from './types.gen.ts';

export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean, TResponse = unknown> = Options2<TData, ThrowOnError, TResponse> & {
    /**
     * You can provide a client instance returned by `createClient()` instead of
     * individual options. This might be also useful if you want to implement a
     * custom client.
     */
    client?: Client;
    /**
     * You can pass arbitrary values through the `meta` object. This can be
     * used to access values that aren't defined as part of the SDK function.
     */
    meta?: keyof ClientMeta extends never ? Record<string, unknown> : ClientMeta;
};

/**
 * List API keys, without their tokens
 *
 * When each was used last, and with which versions of which service.
 *
 * Scope: `access:read`.
 */
export const listApiKeys = <ThrowOnError extends boolean = true>(options?: Options<ListApiKeysData, ThrowOnError>): RequestResult<ListApiKeysResponses, ListApiKeysErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<ListApiKeysResponses, ListApiKeysErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/access/v1/api-keys',
    ...options
});

/**
 * List every app there is, connected or not
 *
 * Scope: `access:read`.
 */
export const listApps = <ThrowOnError extends boolean = true>(options?: Options<ListAppsData, ThrowOnError>): RequestResult<ListAppsResponses, ListAppsErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<ListAppsResponses, ListAppsErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/access/v1/apps',
    ...options
});

/**
 * Disconnect an app: nothing new is begun with it, what is under way goes on
 *
 * Scope: `access:write`.
 */
export const disconnectApp = <ThrowOnError extends boolean = true>(options: Options<DisconnectAppData, ThrowOnError>): RequestResult<DisconnectAppResponses, DisconnectAppErrors, ThrowOnError, 'data'> => (options.client ?? client).delete<DisconnectAppResponses, DisconnectAppErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/access/v1/apps/{app_id}',
    ...options
});

/**
 * Fetch an app and its settings
 *
 * Scope: `access:read`.
 */
export const fetchApp = <ThrowOnError extends boolean = true>(options: Options<FetchAppData, ThrowOnError>): RequestResult<FetchAppResponses, FetchAppErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchAppResponses, FetchAppErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/access/v1/apps/{app_id}',
    ...options
});

/**
 * Change the settings of an app
 *
 * What is left out stays, `null` takes away. `wizard.logo` is a data URI of a PNG or JPEG.
 *
 * It may be sent again: nothing is made twice, and no `Idempotency-Key` is needed.
 *
 * Scope: `access:write`.
 */
export const changeApp = <ThrowOnError extends boolean = true>(options: Options<ChangeAppData, ThrowOnError>): RequestResult<ChangeAppResponses, ChangeAppErrors, ThrowOnError, 'data'> => (options.client ?? client).patch<ChangeAppResponses, ChangeAppErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/access/v1/apps/{app_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Connect an app; again changes nothing
 *
 * Its settings are those that it had when it was connected last.
 *
 * Scope: `access:write`.
 */
export const connectApp = <ThrowOnError extends boolean = true>(options: Options<ConnectAppData, ThrowOnError>): RequestResult<ConnectAppResponses, ConnectAppErrors, ThrowOnError, 'data'> => (options.client ?? client).put<ConnectAppResponses, ConnectAppErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/access/v1/apps/{app_id}',
    ...options
});

/**
 * Fetch the workspace that the API key speaks for
 *
 * Scope: `access:read`.
 */
export const fetchWorkspace = <ThrowOnError extends boolean = true>(options?: Options<FetchWorkspaceData, ThrowOnError>): RequestResult<FetchWorkspaceResponses, FetchWorkspaceErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<FetchWorkspaceResponses, FetchWorkspaceErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/access/v1/workspace',
    ...options
});

/**
 * Change the workspace: what is left out stays; sandbox or live is fixed
 *
 * It may be sent again: nothing is made twice, and no `Idempotency-Key` is needed.
 *
 * Scope: `access:write`.
 */
export const changeWorkspace = <ThrowOnError extends boolean = true>(options: Options<ChangeWorkspaceData, ThrowOnError>): RequestResult<ChangeWorkspaceResponses, ChangeWorkspaceErrors, ThrowOnError, 'data'> => (options.client ?? client).patch<ChangeWorkspaceResponses, ChangeWorkspaceErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/access/v1/workspace',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Fetch whether the authority answers
 *
 * What Alta has seen of the authority of the workspace's environment, in the calls that it makes anyway. One lost answer among others is no outage. Where it is in doubt it asks the authority in the background, once a minute at most: ask again a few seconds later.
 *
 * Scope: `apps/gov-ar:read`.
 */
export const fetchAuthority = <ThrowOnError extends boolean = true>(options?: Options<FetchAuthorityData, ThrowOnError>): RequestResult<FetchAuthorityResponses, FetchAuthorityErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<FetchAuthorityResponses, FetchAuthorityErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/authority',
    ...options
});

/**
 * Bring the certificate that the authority issued
 *
 * A certificate that can not be used is a 422 whose `code` says why.
 *
 * It may be sent again: nothing is made twice, and no `Idempotency-Key` is needed.
 *
 * Scope: `apps/gov-ar:write`.
 */
export const uploadCertificate = <ThrowOnError extends boolean = true>(options: Options<UploadCertificateData, ThrowOnError>): RequestResult<UploadCertificateResponses, UploadCertificateErrors, ThrowOnError, 'data'> => (options.client ?? client).post<UploadCertificateResponses, UploadCertificateErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/certificate',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Prove by a login at the authority that the certificate is authorized
 *
 * 200 when the login proved it, 202 while it runs or the authority does not answer, 422 when the authority says no.
 *
 * It may be sent again: nothing is made twice, and no `Idempotency-Key` is needed.
 *
 * Scope: `apps/gov-ar:write`.
 */
export const confirmAuthorisation = <ThrowOnError extends boolean = true>(options: Options<ConfirmAuthorisationData, ThrowOnError>): RequestResult<ConfirmAuthorisationResponses, ConfirmAuthorisationErrors, ThrowOnError, 'data'> => (options.client ?? client).post<ConfirmAuthorisationResponses, ConfirmAuthorisationErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/confirm',
    ...options
});

/**
 * Fetch the certificate request to give to the authority
 *
 * Scope: `apps/gov-ar:read`.
 */
export const fetchCertificateRequest = <ThrowOnError extends boolean = true>(options: Options<FetchCertificateRequestData, ThrowOnError>): RequestResult<FetchCertificateRequestResponses, FetchCertificateRequestErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchCertificateRequestResponses, FetchCertificateRequestErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/csr',
    ...options
});

/**
 * Say that the supplier has delegated to the delegate of the workspace
 *
 * For a registration of the mode `delegation` or `choice`. From here on the authority is asked until it knows; the registration is completed by its yes. Said again, it is asked anew.
 *
 * It may be sent again: nothing is made twice, and no `Idempotency-Key` is needed.
 *
 * Scope: `apps/gov-ar:write`.
 */
export const claimDelegation = <ThrowOnError extends boolean = true>(options: Options<ClaimDelegationData, ThrowOnError>): RequestResult<ClaimDelegationResponses, ClaimDelegationErrors, ThrowOnError, 'data'> => (options.client ?? client).post<ClaimDelegationResponses, ClaimDelegationErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/delegation',
    ...options
});

/**
 * Ask the authority whether the delegate may act for the supplier
 *
 * `granted` is `false` as far as the access ticket knows: what was granted since needs a new one, which is fetched every ten minutes at most, and `unknown` when the authority could not be asked.
 *
 * It may be sent again: nothing is made twice, and no `Idempotency-Key` is needed.
 *
 * Scope: `apps/gov-ar:write`.
 */
export const verifyDelegation = <ThrowOnError extends boolean = true>(options: Options<VerifyDelegationData, ThrowOnError>): RequestResult<VerifyDelegationResponses, VerifyDelegationErrors, ThrowOnError, 'data'> => (options.client ?? client).post<VerifyDelegationResponses, VerifyDelegationErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/delegation/verify',
    ...options
});

/**
 * Revoke the link; what the supplier did so far is kept, and a new link leads there
 *
 * Scope: `apps/gov-ar:write`.
 */
export const revokeLink = <ThrowOnError extends boolean = true>(options: Options<RevokeLinkData, ThrowOnError>): RequestResult<RevokeLinkResponses, RevokeLinkErrors, ThrowOnError, 'data'> => (options.client ?? client).delete<RevokeLinkResponses, RevokeLinkErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/link',
    ...options
});

/**
 * Fetch the link of a supplier's registration
 *
 * Scope: `apps/gov-ar:read`.
 */
export const fetchLink = <ThrowOnError extends boolean = true>(options: Options<FetchLinkData, ThrowOnError>): RequestResult<FetchLinkResponses, FetchLinkErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchLinkResponses, FetchLinkErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/link',
    ...options
});

/**
 * Make the same link good for so many days from now
 *
 * It may be sent again: nothing is made twice, and no `Idempotency-Key` is needed.
 *
 * Scope: `apps/gov-ar:write`.
 */
export const extendLink = <ThrowOnError extends boolean = true>(options: Options<ExtendLinkData, ThrowOnError>): RequestResult<ExtendLinkResponses, ExtendLinkErrors, ThrowOnError, 'data'> => (options.client ?? client).patch<ExtendLinkResponses, ExtendLinkErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/link',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Issue a new link in place of the one before, which stops working
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `apps/gov-ar:write`.
 */
export const issueLink = <ThrowOnError extends boolean = true>(options: Options<IssueLinkData, ThrowOnError>): RequestResult<IssueLinkResponses, IssueLinkErrors, ThrowOnError, 'data'> => (options.client ?? client).post<IssueLinkResponses, IssueLinkErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/link',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Hand the authority's steps over to somebody, with a link of their own
 *
 * As the supplier does in the wizard, and with its limits: the link is for the steps at the authority alone, ends with the supplier’s, and is mailed to `email`. Whoever has it already, under that name and there, keeps theirs. `…/registration` lists all links.
 *
 * It may be sent again: nothing is made twice, and no `Idempotency-Key` is needed.
 *
 * Scope: `apps/gov-ar:write`.
 */
export const handOver = <ThrowOnError extends boolean = true>(options: Options<HandOverData, ThrowOnError>): RequestResult<HandOverResponses, HandOverErrors, ThrowOnError, 'data'> => (options.client ?? client).post<HandOverResponses, HandOverErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/links',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Take the authority's steps back from somebody: their link opens nothing any more
 *
 * What they did is kept. The supplier’s own link is revoked at `…/link`.
 *
 * Scope: `apps/gov-ar:write`.
 */
export const takeBack = <ThrowOnError extends boolean = true>(options: Options<TakeBackData, ThrowOnError>): RequestResult<TakeBackResponses, TakeBackErrors, ThrowOnError, 'data'> => (options.client ?? client).delete<TakeBackResponses, TakeBackErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/links/{link_id}',
    ...options
});

/**
 * Fetch a supplier's points of sale as they were read last
 *
 * Scope: `apps/gov-ar:read`.
 */
export const fetchPointsOfSale = <ThrowOnError extends boolean = true>(options: Options<FetchPointsOfSaleData, ThrowOnError>): RequestResult<FetchPointsOfSaleResponses, FetchPointsOfSaleErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchPointsOfSaleResponses, FetchPointsOfSaleErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/points-of-sale',
    ...options
});

/**
 * Read a supplier's points of sale from the authority anew
 *
 * It may be sent again: nothing is made twice, and no `Idempotency-Key` is needed.
 *
 * Scope: `apps/gov-ar:write`.
 */
export const readPointsOfSale = <ThrowOnError extends boolean = true>(options: Options<ReadPointsOfSaleData, ThrowOnError>): RequestResult<ReadPointsOfSaleResponses, ReadPointsOfSaleErrors, ThrowOnError, 'data'> => (options.client ?? client).post<ReadPointsOfSaleResponses, ReadPointsOfSaleErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/points-of-sale',
    ...options
});

/**
 * Fetch how a supplier stands with the authority
 *
 * Scope: `apps/gov-ar:read`.
 */
export const fetchRegistration = <ThrowOnError extends boolean = true>(options: Options<FetchRegistrationData, ThrowOnError>): RequestResult<FetchRegistrationResponses, FetchRegistrationErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchRegistrationResponses, FetchRegistrationErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/registration',
    ...options
});

/**
 * Fetch the authority's exchange rates
 *
 * What the authority has one unit of a foreign currency in pesos now: of the last working day. A currency that it has no rate of is left out. It is asked with the certificate of a registered supplier of the workspace, each time: keep what you read for the day. An invoice with `ar-arca-same-currency` `S` needs no rate.
 *
 * Scope: `apps/gov-ar:read`.
 */
export const fetchExchangeRates = <ThrowOnError extends boolean = true>(options?: Options<FetchExchangeRatesData, ThrowOnError>): RequestResult<FetchExchangeRatesResponses, FetchExchangeRatesErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<FetchExchangeRatesResponses, FetchExchangeRatesErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/exchange-rates',
    ...options
});

/**
 * List who is on the way, and where they are stuck
 *
 * The registrations that are neither completed nor ended, of suppliers who are not archived; whoever did something last comes first. Of a renewal from when the supplier takes it up.
 *
 * Scope: `apps/gov-ar:read`.
 */
export const listRegistrations = <ThrowOnError extends boolean = true>(options?: Options<ListRegistrationsData, ThrowOnError>): RequestResult<ListRegistrationsResponses, ListRegistrationsErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<ListRegistrationsResponses, ListRegistrationsErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/registrations',
    ...options
});

/**
 * Fetch whom the authority has under a CUIT
 *
 * From the authority's register: name, VAT status with what says so, address. What was read is kept for 7 days, and up to 30 where the register does not answer: `read_at` tells. It is asked with the certificate of the supplier that is the workspace's delegate (`PATCH /access/v1/apps/gov-ar`), which has to be authorized for `ws_sr_constancia_inscripcion` as it is for `wsfe`: a 409 says which of the two is missing. A CUIT that nobody has is a 404 `taxpayer-unknown`. In the sandbox the register’s people are made up.
 *
 * Scope: `apps/gov-ar:read`.
 */
export const fetchTaxpayer = <ThrowOnError extends boolean = true>(options: Options<FetchTaxpayerData, ThrowOnError>): RequestResult<FetchTaxpayerResponses, FetchTaxpayerErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchTaxpayerResponses, FetchTaxpayerErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/apps/gov-ar/v1/taxpayers/{cuit}',
    ...options
});

/**
 * List entries, the newest first
 *
 * Scope: `silo:read`.
 */
export const listEntries = <ThrowOnError extends boolean = true>(options?: Options<ListEntriesData, ThrowOnError>): RequestResult<ListEntriesResponses, ListEntriesErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<ListEntriesResponses, ListEntriesErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries',
    ...options
});

/**
 * Create an entry
 *
 * The same `key` with the same document again gives the entry that is there already.
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `silo:write`.
 */
export const createEntry = <ThrowOnError extends boolean = true>(options: Options<CreateEntryData, ThrowOnError>): RequestResult<CreateEntryResponses, CreateEntryErrors, ThrowOnError, 'data'> => (options.client ?? client).post<CreateEntryResponses, CreateEntryErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Fetch an entry by the key that it was created with
 *
 * Scope: `silo:read`.
 */
export const fetchEntryByKey = <ThrowOnError extends boolean = true>(options: Options<FetchEntryByKeyData, ThrowOnError>): RequestResult<FetchEntryByKeyResponses, FetchEntryByKeyErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchEntryByKeyResponses, FetchEntryByKeyErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/key/{key}',
    ...options
});

/**
 * List the entries whose documents name the one that is asked for
 *
 * The same as `GET /entries/{id}/related`.
 *
 * Scope: `silo:read`.
 */
export const findRelatedEntries = <ThrowOnError extends boolean = true>(options: Options<FindRelatedEntriesData, ThrowOnError>): RequestResult<FindRelatedEntriesResponses, FindRelatedEntriesErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FindRelatedEntriesResponses, FindRelatedEntriesErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/related',
    ...options
});

/**
 * Fetch an entry with its document, meta and files
 *
 * Scope: `silo:read`.
 */
export const fetchEntry = <ThrowOnError extends boolean = true>(options: Options<FetchEntryData, ThrowOnError>): RequestResult<FetchEntryResponses, FetchEntryErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchEntryResponses, FetchEntryErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}',
    ...options
});

/**
 * Change an entry's document
 *
 * As `application/json`, `data` is the whole document; as `application/merge-patch+json` (RFC 7396) it is what changes in it; as `application/json-patch+json` (RFC 6902) a list of operations. `content_type` in the body says it for who sends `application/json`. With the `version` that the entry was read with, a change that somebody else made meanwhile is not overwritten: 409 `changed-meanwhile`.
 *
 * Sent again with the `version` that was read it is done once: the second is a 409.
 *
 * Scope: `silo:write`.
 */
export const changeEntry = <ThrowOnError extends boolean = true>(options: Options<ChangeEntryData, ThrowOnError>): RequestResult<ChangeEntryResponses, ChangeEntryErrors, ThrowOnError, 'data'> => (options.client ?? client).patch<ChangeEntryResponses, ChangeEntryErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Create an entry under an id of your own
 *
 * The same again gives the entry that is there already. Parties take UUIDs of version 3, 4 or 5, invoices of version 1 or 7.
 *
 * Scope: `silo:write`.
 */
export const putEntry = <ThrowOnError extends boolean = true>(options: Options<PutEntryData, ThrowOnError>): RequestResult<PutEntryResponses, PutEntryErrors, ThrowOnError, 'data'> => (options.client ?? client).put<PutEntryResponses, PutEntryErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List what was done to an entry, its registrations and its jobs
 *
 * Scope: `silo:read`.
 */
export const listEntryActivity = <ThrowOnError extends boolean = true>(options: Options<ListEntryActivityData, ThrowOnError>): RequestResult<ListEntryActivityResponses, ListEntryActivityErrors, ThrowOnError, 'data'> => (options.client ?? client).get<ListEntryActivityResponses, ListEntryActivityErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}/activity',
    ...options
});

/**
 * Restore an archived entry
 *
 * Again changes nothing.
 *
 * Scope: `silo:write`.
 */
export const restoreEntry = <ThrowOnError extends boolean = true>(options: Options<RestoreEntryData, ThrowOnError>): RequestResult<RestoreEntryResponses, RestoreEntryErrors, ThrowOnError, 'data'> => (options.client ?? client).delete<RestoreEntryResponses, RestoreEntryErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}/archive',
    ...options
});

/**
 * Archive an entry
 *
 * Lists and the search leave it out from now on. It is kept with all that hangs on it, and nothing else changes: who is registered stays so. Again changes nothing.
 *
 * Scope: `silo:write`.
 */
export const archiveEntry = <ThrowOnError extends boolean = true>(options: Options<ArchiveEntryData, ThrowOnError>): RequestResult<ArchiveEntryResponses, ArchiveEntryErrors, ThrowOnError, 'data'> => (options.client ?? client).put<ArchiveEntryResponses, ArchiveEntryErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}/archive',
    ...options
});

/**
 * Erase a supplier, for good
 *
 * Ends their registration, destroys their keys, and deletes or overwrites what there is of them: the document, files, mails, messages, what jobs kept, and invoices that were not issued. Invoices that the authority has authorized stay, and the log. The entry answers 410 `entry-erased` from then on. Again changes nothing. The key needs the scopes `apps/gov-ar:write` and `transform:write` besides.
 *
 * Scope: `silo:write`.
 */
export const eraseSupplier = <ThrowOnError extends boolean = true>(options: Options<EraseSupplierData, ThrowOnError>): RequestResult<EraseSupplierResponses, EraseSupplierErrors, ThrowOnError, 'data'> => (options.client ?? client).put<EraseSupplierResponses, EraseSupplierErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}/erasure',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Fetch all that is kept of a supplier, as a ZIP
 *
 * The rows of each table as JSON, with a page in Spanish that says what is what, and the files: for a supplier who asks what is known of them. Without private keys, tickets, tokens and links. The key needs the scopes `apps/gov-ar:read` and `transform:read` besides.
 *
 * Scope: `silo:read`.
 */
export const exportSupplier = <ThrowOnError extends boolean = true>(options: Options<ExportSupplierData, ThrowOnError>): RequestResult<ExportSupplierResponses, ExportSupplierErrors, ThrowOnError, 'data'> => (options.client ?? client).get<ExportSupplierResponses, ExportSupplierErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}/export',
    ...options
});

/**
 * List the files of an entry
 *
 * Scope: `silo:read`.
 */
export const listFiles = <ThrowOnError extends boolean = true>(options: Options<ListFilesData, ThrowOnError>): RequestResult<ListFilesResponses, ListFilesErrors, ThrowOnError, 'data'> => (options.client ?? client).get<ListFilesResponses, ListFilesErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}/files',
    ...options
});

/**
 * Add a file to an entry
 *
 * One of the same category and key takes the place of the one before.
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `silo:write`.
 */
export const addFile = <ThrowOnError extends boolean = true>(options: Options<AddFileData, ThrowOnError>): RequestResult<AddFileResponses, AddFileErrors, ThrowOnError, 'data'> => (options.client ?? client).post<AddFileResponses, AddFileErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}/files',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Fetch what a file is, or its content
 *
 * What it is, as JSON, for who accepts that (`application/json`, `**`); the content for who names other types alone, or sends no `Accept`.
 *
 * Scope: `silo:read`.
 */
export const fetchFile = <ThrowOnError extends boolean = true>(options: Options<FetchFileData, ThrowOnError>): RequestResult<FetchFileResponses, FetchFileErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchFileResponses, FetchFileErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}/files/{file_id}',
    ...options
});

/**
 * Add a file under an id of your own
 *
 * Scope: `silo:write`.
 */
export const putFile = <ThrowOnError extends boolean = true>(options: Options<PutFileData, ThrowOnError>): RequestResult<PutFileResponses, PutFileErrors, ThrowOnError, 'data'> => (options.client ?? client).put<PutFileResponses, PutFileErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}/files/{file_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Fetch a file's content
 *
 * With the API key, or by the `url` of the file as it was given, without one. One that was altered, is over, or is of another file is a 404.
 *
 * Scope: `silo:read`.
 */
export const fetchFileContent = <ThrowOnError extends boolean = true>(options: Options<FetchFileContentData, ThrowOnError>): RequestResult<FetchFileContentResponses, FetchFileContentErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchFileContentResponses, FetchFileContentErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}/files/{file_id}/content',
    ...options
});

/**
 * Send the content of a file that was announced
 *
 * The bytes as they are, to the `url` of the file, without a key, or with one. They must have the size and the hash that the file was announced with. The same again changes nothing.
 *
 * Scope: `silo:write`.
 */
export const putFileContent = <ThrowOnError extends boolean = true>(options: Options<PutFileContentData, ThrowOnError>): RequestResult<PutFileContentResponses, PutFileContentErrors, ThrowOnError, 'data'> => (options.client ?? client).put<PutFileContentResponses, PutFileContentErrors, ThrowOnError, 'data'>({
    bodySerializer: null,
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}/files/{file_id}/content',
    ...options,
    headers: {
        'Content-Type': 'application/octet-stream',
        ...options.headers
    }
});

/**
 * List the entries whose documents name this one, the newest first
 *
 * Of an invoice its credit and debit notes, 100 at the most; of a supplier what was invoiced in their name.
 *
 * Scope: `silo:read`.
 */
export const listRelatedEntries = <ThrowOnError extends boolean = true>(options: Options<ListRelatedEntriesData, ThrowOnError>): RequestResult<ListRelatedEntriesResponses, ListRelatedEntriesErrors, ThrowOnError, 'data'> => (options.client ?? client).get<ListRelatedEntriesResponses, ListRelatedEntriesErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}/related',
    ...options
});

/**
 * List the states an entry had, the newest first
 *
 * Scope: `silo:read`.
 */
export const listStates = <ThrowOnError extends boolean = true>(options: Options<ListStatesData, ThrowOnError>): RequestResult<ListStatesResponses, ListStatesErrors, ThrowOnError, 'data'> => (options.client ?? client).get<ListStatesResponses, ListStatesErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}/states',
    ...options
});

/**
 * Set the state of an entry
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `silo:write`.
 */
export const setState = <ThrowOnError extends boolean = true>(options: Options<SetStateData, ThrowOnError>): RequestResult<SetStateResponses, SetStateErrors, ThrowOnError, 'data'> => (options.client ?? client).post<SetStateResponses, SetStateErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}/states',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Set the state of an entry as of an instant, once
 *
 * The same again changes nothing; another state of the same instant is a 409. Where the entry has a later state, this one only stands in its history.
 *
 * Scope: `silo:write`.
 */
export const putState = <ThrowOnError extends boolean = true>(options: Options<PutStateData, ThrowOnError>): RequestResult<PutStateResponses, PutStateErrors, ThrowOnError, 'data'> => (options.client ?? client).put<PutStateResponses, PutStateErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}/states/{at}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Fetch the document of an entry in one version
 *
 * Only the newest is kept: any other is a 404.
 *
 * Scope: `silo:read`.
 */
export const fetchVersion = <ThrowOnError extends boolean = true>(options: Options<FetchVersionData, ThrowOnError>): RequestResult<FetchVersionResponses, FetchVersionErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchVersionResponses, FetchVersionErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/entries/{id}/versions/{version}',
    ...options
});

/**
 * List the documents of entries in their envelopes, the newest first
 *
 * Scope: `silo:read`.
 */
export const listEnvelopes = <ThrowOnError extends boolean = true>(options?: Options<ListEnvelopesData, ThrowOnError>): RequestResult<ListEnvelopesResponses, ListEnvelopesErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<ListEnvelopesResponses, ListEnvelopesErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/envelopes',
    ...options
});

/**
 * Complete, normalise and validate a document as an entry would hold it; nothing is stored
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `silo:read`.
 */
export const buildDocument = <ThrowOnError extends boolean = true>(options: Options<BuildDocumentData, ThrowOnError>): RequestResult<BuildDocumentResponses, BuildDocumentErrors, ThrowOnError, 'data'> => (options.client ?? client).post<BuildDocumentResponses, BuildDocumentErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/gobl/build',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Make the credit or debit note of an invoice; nothing is stored
 *
 * Of the whole invoice, built, in an envelope: send it, or what you made of it, as the `data` of an entry. The invoice is the one of the envelope's `head.uuid`, as it is kept.
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `silo:read`.
 */
export const correctDocument = <ThrowOnError extends boolean = true>(options: Options<CorrectDocumentData, ThrowOnError>): RequestResult<CorrectDocumentResponses, CorrectDocumentErrors, ThrowOnError, 'data'> => (options.client ?? client).post<CorrectDocumentResponses, CorrectDocumentErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/gobl/correct',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Find entries by name or tax code
 *
 * Each word of `q` begins a word of the name, or `q` begins the tax code. The newest first.
 *
 * Scope: `silo:read`.
 */
export const searchEntries = <ThrowOnError extends boolean = true>(options: Options<SearchEntriesData, ThrowOnError>): RequestResult<SearchEntriesResponses, SearchEntriesErrors, ThrowOnError, 'data'> => (options.client ?? client).get<SearchEntriesResponses, SearchEntriesErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/silo/v1/search',
    ...options
});

/**
 * List batches, the newest first
 *
 * Scope: `transform:read`.
 */
export const listBatches = <ThrowOnError extends boolean = true>(options?: Options<ListBatchesData, ThrowOnError>): RequestResult<ListBatchesResponses, ListBatchesErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<ListBatchesResponses, ListBatchesErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/batches',
    ...options
});

/**
 * Do one thing with many rows
 *
 * All rows are checked first: with one at fault nothing is begun, and `fields` names each fault by its place, such as `rows[3].data.days`; with `on_fault` the others are worked all the same. Each row is worked once, whatever dies meanwhile.
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `transform:write`.
 */
export const createBatch = <ThrowOnError extends boolean = true>(options: Options<CreateBatchData, ThrowOnError>): RequestResult<CreateBatchResponses, CreateBatchErrors, ThrowOnError, 'data'> => (options.client ?? client).post<CreateBatchResponses, CreateBatchErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/batches',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Fetch a batch: how far it is
 *
 * Scope: `transform:read`.
 */
export const fetchBatch = <ThrowOnError extends boolean = true>(options: Options<FetchBatchData, ThrowOnError>): RequestResult<FetchBatchResponses, FetchBatchErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchBatchResponses, FetchBatchErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/batches/{id}',
    ...options
});

/**
 * Resume a stopped batch
 *
 * It goes on with the rows that wait.
 *
 * It may be sent again: nothing is made twice, and no `Idempotency-Key` is needed.
 *
 * Scope: `transform:write`.
 */
export const resumeBatch = <ThrowOnError extends boolean = true>(options: Options<ResumeBatchData, ThrowOnError>): RequestResult<ResumeBatchResponses, ResumeBatchErrors, ThrowOnError, 'data'> => (options.client ?? client).post<ResumeBatchResponses, ResumeBatchErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/batches/{id}/resume',
    ...options
});

/**
 * List the rows of a batch, in their order
 *
 * What came of each. They are kept for 90 days after the end of the batch unless the operator says otherwise.
 *
 * Scope: `transform:read`.
 */
export const listBatchRows = <ThrowOnError extends boolean = true>(options: Options<ListBatchRowsData, ThrowOnError>): RequestResult<ListBatchRowsResponses, ListBatchRowsErrors, ThrowOnError, 'data'> => (options.client ?? client).get<ListBatchRowsResponses, ListBatchRowsErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/batches/{id}/rows',
    ...options
});

/**
 * Stop a batch
 *
 * The row under way ends; those that wait stay so until it is resumed.
 *
 * It may be sent again: nothing is made twice, and no `Idempotency-Key` is needed.
 *
 * Scope: `transform:write`.
 */
export const stopBatch = <ThrowOnError extends boolean = true>(options: Options<StopBatchData, ThrowOnError>): RequestResult<StopBatchResponses, StopBatchErrors, ThrowOnError, 'data'> => (options.client ?? client).post<StopBatchResponses, StopBatchErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/batches/{id}/stop',
    ...options
});

/**
 * List jobs, the newest first
 *
 * Scope: `transform:read`.
 */
export const listJobs = <ThrowOnError extends boolean = true>(options?: Options<ListJobsData, ThrowOnError>): RequestResult<ListJobsResponses, ListJobsErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<ListJobsResponses, ListJobsErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/jobs',
    ...options
});

/**
 * Run a workflow on an entry, or on a document
 *
 * The same `key` with the same workflow and entry, or document, again gives the job that is there already. A document is kept as an entry of its own, in the first folder that is for its kind: of parties `suppliers`.
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `transform:write`.
 */
export const createJob = <ThrowOnError extends boolean = true>(options: Options<CreateJobData, ThrowOnError>): RequestResult<CreateJobResponses, CreateJobErrors, ThrowOnError, 'data'> => (options.client ?? client).post<CreateJobResponses, CreateJobErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/jobs',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Fetch a job by the key that it was created with
 *
 * Scope: `transform:read`.
 */
export const fetchJobByKey = <ThrowOnError extends boolean = true>(options: Options<FetchJobByKeyData, ThrowOnError>): RequestResult<FetchJobByKeyResponses, FetchJobByKeyErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchJobByKeyResponses, FetchJobByKeyErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/jobs/key/{key}',
    ...options
});

/**
 * Say how far a batch is: the jobs that carry its tag, by status
 *
 * Scope: `transform:read`.
 */
export const summariseJobs = <ThrowOnError extends boolean = true>(options: Options<SummariseJobsData, ThrowOnError>): RequestResult<SummariseJobsResponses, SummariseJobsErrors, ThrowOnError, 'data'> => (options.client ?? client).get<SummariseJobsResponses, SummariseJobsErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/jobs/summary',
    ...options
});

/**
 * Fetch a job with its intents and faults
 *
 * Scope: `transform:read`.
 */
export const fetchJob = <ThrowOnError extends boolean = true>(options: Options<FetchJobData, ThrowOnError>): RequestResult<FetchJobResponses, FetchJobErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchJobResponses, FetchJobErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/jobs/{id}',
    ...options
});

/**
 * Create a job under an id of your own, change its tags or cancel it
 *
 * The id is a UUID of version 7 or 1. 202 when the job is a new one, 200 when it was there.
 *
 * Scope: `transform:write`.
 */
export const putJob = <ThrowOnError extends boolean = true>(options: Options<PutJobData, ThrowOnError>): RequestResult<PutJobResponses, PutJobErrors, ThrowOnError, 'data'> => (options.client ?? client).put<PutJobResponses, PutJobErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/jobs/{id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Run an ended job's workflow on the same entry again, as a new job
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `transform:write`.
 */
export const runJobAgain = <ThrowOnError extends boolean = true>(options: Options<RunJobAgainData, ThrowOnError>): RequestResult<RunJobAgainResponses, RunJobAgainErrors, ThrowOnError, 'data'> => (options.client ?? client).post<RunJobAgainResponses, RunJobAgainErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/jobs/{id}/again',
    ...options
});

/**
 * Try the failed step of a job again now, without waiting for its time
 *
 * For a job whose `status` is `ERR`: of a `webhook` step the delivery is sent, of `gov-ar.send` the series of the invoice. From there on the step is tried by its whole schedule again.
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `transform:write`.
 */
export const retryJob = <ThrowOnError extends boolean = true>(options: Options<RetryJobData, ThrowOnError>): RequestResult<RetryJobResponses, RetryJobErrors, ThrowOnError, 'data'> => (options.client ?? client).post<RetryJobResponses, RetryJobErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/jobs/{id}/retry',
    ...options
});

/**
 * Go on without the step that a job waits at
 *
 * For steps that nothing behind them relies on: `webhook`, `email.link`, `pdf`, `silo.state`. The reason is kept in the log of the step and in the activity. What the step has begun, such as a delivery, goes on by itself.
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `transform:write`.
 */
export const skipStep = <ThrowOnError extends boolean = true>(options: Options<SkipStepData, ThrowOnError>): RequestResult<SkipStepResponses, SkipStepErrors, ThrowOnError, 'data'> => (options.client ?? client).post<SkipStepResponses, SkipStepErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/jobs/{id}/skip',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List what a step can be, with the JSON Schema of its configuration
 *
 * Scope: `transform:read`.
 */
export const listProviders = <ThrowOnError extends boolean = true>(options?: Options<ListProvidersData, ThrowOnError>): RequestResult<ListProvidersResponses, ListProvidersErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<ListProvidersResponses, ListProvidersErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/providers',
    ...options
});

/**
 * List deliveries of webhooks, the newest first
 *
 * Scope: `transform:read`.
 */
export const listDeliveries = <ThrowOnError extends boolean = true>(options?: Options<ListDeliveriesData, ThrowOnError>): RequestResult<ListDeliveriesResponses, ListDeliveriesErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<ListDeliveriesResponses, ListDeliveriesErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/webhooks/deliveries',
    ...options
});

/**
 * Send off again what has not arrived of a span of time, 1,000 at a time
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `transform:write`.
 */
export const redeliverDead = <ThrowOnError extends boolean = true>(options: Options<RedeliverDeadData, ThrowOnError>): RequestResult<RedeliverDeadResponses, RedeliverDeadErrors, ThrowOnError, 'data'> => (options.client ?? client).post<RedeliverDeadResponses, RedeliverDeadErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/webhooks/deliveries/redeliver',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Fetch a delivery with its body and the log of its attempts
 *
 * Scope: `transform:read`.
 */
export const fetchDelivery = <ThrowOnError extends boolean = true>(options: Options<FetchDeliveryData, ThrowOnError>): RequestResult<FetchDeliveryResponses, FetchDeliveryErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchDeliveryResponses, FetchDeliveryErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/webhooks/deliveries/{id}',
    ...options
});

/**
 * Send a delivery once more
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `transform:write`.
 */
export const redeliver = <ThrowOnError extends boolean = true>(options: Options<RedeliverData, ThrowOnError>): RequestResult<RedeliverResponses, RedeliverErrors, ThrowOnError, 'data'> => (options.client ?? client).post<RedeliverResponses, RedeliverErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/webhooks/deliveries/{id}/redeliver',
    ...options
});

/**
 * List the endpoints that webhooks go to, the newest first
 *
 * Scope: `transform:read`.
 */
export const listEndpoints = <ThrowOnError extends boolean = true>(options?: Options<ListEndpointsData, ThrowOnError>): RequestResult<ListEndpointsResponses, ListEndpointsErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<ListEndpointsResponses, ListEndpointsErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/webhooks/endpoints',
    ...options
});

/**
 * Subscribe an address to events
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `transform:write`.
 */
export const createEndpoint = <ThrowOnError extends boolean = true>(options: Options<CreateEndpointData, ThrowOnError>): RequestResult<CreateEndpointResponses, CreateEndpointErrors, ThrowOnError, 'data'> => (options.client ?? client).post<CreateEndpointResponses, CreateEndpointErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/webhooks/endpoints',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Remove an endpoint of webhooks; what waits for it is cancelled
 *
 * Scope: `transform:write`.
 */
export const removeEndpoint = <ThrowOnError extends boolean = true>(options: Options<RemoveEndpointData, ThrowOnError>): RequestResult<RemoveEndpointResponses, RemoveEndpointErrors, ThrowOnError, 'data'> => (options.client ?? client).delete<RemoveEndpointResponses, RemoveEndpointErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/webhooks/endpoints/{id}',
    ...options
});

/**
 * Fetch an endpoint of webhooks
 *
 * Scope: `transform:read`.
 */
export const fetchEndpoint = <ThrowOnError extends boolean = true>(options: Options<FetchEndpointData, ThrowOnError>): RequestResult<FetchEndpointResponses, FetchEndpointErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchEndpointResponses, FetchEndpointErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/webhooks/endpoints/{id}',
    ...options
});

/**
 * Change, disable or enable an endpoint of webhooks
 *
 * It may be sent again: nothing is made twice, and no `Idempotency-Key` is needed.
 *
 * Scope: `transform:write`.
 */
export const changeEndpoint = <ThrowOnError extends boolean = true>(options: Options<ChangeEndpointData, ThrowOnError>): RequestResult<ChangeEndpointResponses, ChangeEndpointErrors, ThrowOnError, 'data'> => (options.client ?? client).patch<ChangeEndpointResponses, ChangeEndpointErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/webhooks/endpoints/{id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List an endpoint's own signing secrets; none: the workspace's sign
 *
 * Scope: `transform:read`.
 */
export const listEndpointSecrets = <ThrowOnError extends boolean = true>(options: Options<ListEndpointSecretsData, ThrowOnError>): RequestResult<ListEndpointSecretsResponses, ListEndpointSecretsErrors, ThrowOnError, 'data'> => (options.client ?? client).get<ListEndpointSecretsResponses, ListEndpointSecretsErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/webhooks/endpoints/{id}/secrets',
    ...options
});

/**
 * Make a signing secret of the endpoint’s own; no other answer holds it
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `transform:write`.
 */
export const rotateEndpointSecret = <ThrowOnError extends boolean = true>(options: Options<RotateEndpointSecretData, ThrowOnError>): RequestResult<RotateEndpointSecretResponses, RotateEndpointSecretErrors, ThrowOnError, 'data'> => (options.client ?? client).post<RotateEndpointSecretResponses, RotateEndpointSecretErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/webhooks/endpoints/{id}/secrets',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Send an endpoint a sample of an event: signed as any other, its body says `"test": true`
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `transform:write`.
 */
export const testEndpoint = <ThrowOnError extends boolean = true>(options: Options<TestEndpointData, ThrowOnError>): RequestResult<TestEndpointResponses, TestEndpointErrors, ThrowOnError, 'data'> => (options.client ?? client).post<TestEndpointResponses, TestEndpointErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/webhooks/endpoints/{id}/test',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the secrets that sign webhooks now, without the secrets themselves
 *
 * Scope: `transform:read`.
 */
export const listSecrets = <ThrowOnError extends boolean = true>(options?: Options<ListSecretsData, ThrowOnError>): RequestResult<ListSecretsResponses, ListSecretsErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<ListSecretsResponses, ListSecretsErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/webhooks/secrets',
    ...options
});

/**
 * Make a new signing secret; no other answer holds it
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `transform:write`.
 */
export const rotateSecret = <ThrowOnError extends boolean = true>(options: Options<RotateSecretData, ThrowOnError>): RequestResult<RotateSecretResponses, RotateSecretErrors, ThrowOnError, 'data'> => (options.client ?? client).post<RotateSecretResponses, RotateSecretErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/webhooks/secrets',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * End a secret that signs along before its time
 *
 * Scope: `transform:write`.
 */
export const endSecret = <ThrowOnError extends boolean = true>(options: Options<EndSecretData, ThrowOnError>): RequestResult<EndSecretResponses, EndSecretErrors, ThrowOnError, 'data'> => (options.client ?? client).delete<EndSecretResponses, EndSecretErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/webhooks/secrets/{id}',
    ...options
});

/**
 * List workflows, the newest first
 *
 * Scope: `transform:read`.
 */
export const listWorkflows = <ThrowOnError extends boolean = true>(options?: Options<ListWorkflowsData, ThrowOnError>): RequestResult<ListWorkflowsResponses, ListWorkflowsErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<ListWorkflowsResponses, ListWorkflowsErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/workflows',
    ...options
});

/**
 * Create a workflow from a template or from steps
 *
 * Sent again it is done again, unless both requests carry the same `Idempotency-Key`.
 *
 * Scope: `transform:write`.
 */
export const createWorkflow = <ThrowOnError extends boolean = true>(options: Options<CreateWorkflowData, ThrowOnError>): RequestResult<CreateWorkflowResponses, CreateWorkflowErrors, ThrowOnError, 'data'> => (options.client ?? client).post<CreateWorkflowResponses, CreateWorkflowErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/workflows',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Fetch a workflow with the list of its versions
 *
 * Scope: `transform:read`.
 */
export const fetchWorkflow = <ThrowOnError extends boolean = true>(options: Options<FetchWorkflowData, ThrowOnError>): RequestResult<FetchWorkflowResponses, FetchWorkflowErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchWorkflowResponses, FetchWorkflowErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/workflows/{id}',
    ...options
});

/**
 * Change a workflow, or make an earlier version the newest
 *
 * What is given replaces what is there: a list of steps as a whole. Jobs on their way keep theirs.
 *
 * Sent again with the `version` that was read it is done once: the second is a 409.
 *
 * Scope: `transform:write`.
 */
export const changeWorkflow = <ThrowOnError extends boolean = true>(options: Options<ChangeWorkflowData, ThrowOnError>): RequestResult<ChangeWorkflowResponses, ChangeWorkflowErrors, ThrowOnError, 'data'> => (options.client ?? client).patch<ChangeWorkflowResponses, ChangeWorkflowErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/workflows/{id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Create a workflow under an id of your own
 *
 * The same again gives the workflow that is there already, whatever became of it since; so does what was fetched.
 *
 * Scope: `transform:write`.
 */
export const putWorkflow = <ThrowOnError extends boolean = true>(options: Options<PutWorkflowData, ThrowOnError>): RequestResult<PutWorkflowResponses, PutWorkflowErrors, ThrowOnError, 'data'> => (options.client ?? client).put<PutWorkflowResponses, PutWorkflowErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/workflows/{id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Fetch a version of a workflow with its steps
 *
 * Scope: `transform:read`.
 */
export const fetchWorkflowVersion = <ThrowOnError extends boolean = true>(options: Options<FetchWorkflowVersionData, ThrowOnError>): RequestResult<FetchWorkflowVersionResponses, FetchWorkflowVersionErrors, ThrowOnError, 'data'> => (options.client ?? client).get<FetchWorkflowVersionResponses, FetchWorkflowVersionErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/transform/v1/workflows/{id}/versions/{version}',
    ...options
});

/**
 * Test whether an API key is good
 */
export const ping = <ThrowOnError extends boolean = true>(options?: Options<PingData, ThrowOnError>): RequestResult<PingResponses, PingErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<PingResponses, PingErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/utils/v1/ping',
    ...options
});

/**
 * Make a UUID
 */
export const makeUuid = <ThrowOnError extends boolean = true>(options?: Options<MakeUuidData, ThrowOnError>): RequestResult<MakeUuidResponses, MakeUuidErrors, ThrowOnError, 'data'> => (options?.client ?? client).get<MakeUuidResponses, MakeUuidErrors, ThrowOnError, 'data'>({
    responseStyle: 'data',
    url: '/api/utils/v1/uuid',
    ...options
});
