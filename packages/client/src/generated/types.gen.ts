// Written by `npm run sdk`.
// @ts-nocheck

export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};

export type ApiKey = {
    id: string;
    name: string;
    /**
     * What its token begins with.
     */
    prefix: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * UTC, to the millisecond.
     */
    last_used_at?: string;
    /**
     * The address of the last call, a refused one too.
     */
    last_used_from?: string;
    /**
     * When each version of a service was called last: `silo/v1`.
     */
    used_versions: {
        [key: string]: string;
    };
    /**
     * What it may do: `silo:read`.
     */
    scopes: Array<string>;
    /**
     * Where it may be used from, addresses and networks; absent: from everywhere.
     */
    allowed_addresses?: Array<string>;
    /**
     * UTC, to the millisecond.
     */
    expires_at?: string;
    /**
     * The key that was made in its place.
     */
    replaced_by?: string;
    /**
     * UTC, to the millisecond.
     */
    revoked_at?: string;
};

export type App = {
    id: 'gov-ar';
    connected: boolean;
    /**
     * UTC, to the millisecond.
     */
    connected_at?: string;
    /**
     * UTC, to the millisecond.
     */
    disconnected_at?: string;
    settings: {
        alias_prefix?: string;
        link_lifetime_days?: number;
        contact?: {
            name?: string;
            email?: string;
            phone?: string;
            whatsapp?: string;
        };
        wizard?: {
            name?: string;
            colour?: string;
            logo?: {
                type: 'image/png' | 'image/jpeg';
                width: number;
                height: number;
                digest: string;
            };
            greeting?: {
                es?: string;
                en?: string;
            };
        };
        mail?: {
            sender_name?: string;
            reply_to?: string;
            reminder?: {
                es?: string;
                en?: string;
            };
        };
        reminder_days?: Array<number>;
        return_url?: string;
        embed_origins?: Array<string>;
        delegate?: {
            silo_entry_id: string;
            cuit: string;
            name: string;
            accepts_within_hours?: number;
        };
    };
};

/**
 * Something that is wrong with what was sent, or that a step met.
 */
export type Fault = {
    provider?: string;
    code: string;
    message: string;
    params?: FaultParams;
    paths?: Array<string>;
};

/**
 * What `message` is made of, by name; `own` is what the authority itself said.
 */
export type FaultParams = {
    [key: string]: string | number | Array<string | number>;
};

/**
 * Why a request failed (RFC 9457).
 */
export type Problem = {
    type: string;
    title: string;
    status: number;
    detail: string;
    instance: string;
    key: 'input' | 'unauthorised' | 'forbidden' | 'not-found' | 'method-not-allowed' | 'not-acceptable' | 'conflict' | 'gone' | 'too-large' | 'address-too-long' | 'unsupported-media-type' | 'misdirected' | 'validation' | 'rate-limited' | 'internal' | 'unavailable';
    /**
     * Narrower than `key`, and as stable.
     */
    code?: string;
    message: string;
    fields?: ProblemFields;
    faults?: Array<Fault>;
    /**
     * The `x-request-id` of the answer; the log knows it.
     */
    request_id: string;
};

/**
 * What is wrong with each field, nested as the body is.
 */
export type ProblemFields = {
    [key: string]: string | ProblemFields;
};

export type Workspace = {
    id: string;
    name: string;
    slug: string;
    country: string;
    /**
     * Fixed for good.
     */
    sandbox: boolean;
    contact_email?: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * UTC, to the millisecond.
     */
    updated_at: string;
};

export type Authority = {
    environment: 'sandbox' | 'live';
    services: Array<{
        /**
         * `wsaa` is where certificates log in, `wsfe` takes invoices.
         */
        service: 'wsaa' | 'wsfe';
        /**
         * `unknown` when nothing was seen of it for a quarter of an hour, or its last answer alone was lost.
         */
        status: 'answering' | 'not-answering' | 'unknown';
        /**
         * With `not-answering`: since when no answer was seen.
         */
        since?: string;
        /**
         * UTC, to the millisecond.
         */
        last_answered_at?: string;
    }>;
};

export type Certificate = {
    alias: string;
    holder_cuit: string;
    issuer: string;
    /**
     * UTC, to the millisecond.
     */
    not_before: string;
    /**
     * UTC, to the millisecond.
     */
    not_after: string;
    fingerprint: string;
};

/**
 * What one of the checks of a certificate found.
 */
export type Check = {
    check: 'contents' | 'decoding' | 'issuer' | 'key' | 'validity' | 'cuit' | 'login';
    status: 'passed' | 'noted' | 'failed' | 'pending';
    rejection?: {
        reason: 'empty' | 'too-large' | 'certificate-request' | 'private-key' | 'pkcs12' | 'not-a-certificate' | 'malformed' | 'authority-certificate' | 'wrong-environment' | 'unknown-issuer' | 'untrusted' | 'other-key' | 'expired' | 'not-yet-valid' | 'other-cuit' | 'in-use' | 'not-authorised' | 'authority-unavailable' | 'cuit-not-represented';
        /**
         * What the message may quote.
         */
        detail: {
            [key: string]: string;
        };
    };
    note?: {
        note: 'other-cuit' | 'other-alias' | 'unknown-issuer-key';
        /**
         * What the message may quote.
         */
        detail: {
            [key: string]: string;
        };
    };
};

export type Delegation = {
    delegate_cuit: string;
    /**
     * The supplier said that they have delegated.
     */
    claimed_at: string;
    /**
     * UTC, to the millisecond.
     */
    granted_at?: string;
    /**
     * The authority said that it is no more; absent once it is granted again.
     */
    lost_at?: string;
    /**
     * UTC, to the millisecond.
     */
    checked_at?: string;
    /**
     * The last answer of the authority.
     */
    granted?: boolean | 'unknown';
    /**
     * When it is asked again unasked.
     */
    next_check_at?: string;
};

export type ExchangeRates = {
    list: Array<{
        currency: 'USD' | 'EUR' | 'BRL';
        /**
         * Pesos for one unit: a decimal, as `exchange_rates[].amount` has it.
         */
        rate: string;
        /**
         * The day that it is of. Absent where the authority does not say.
         */
        date?: string;
    }>;
};

export type HelperLink = {
    id: string;
    /**
     * The supplier's own, or that of whom they handed the authority's steps over to.
     */
    scope: 'full' | 'arca-steps-only';
    /**
     * Whom it was handed over to, as the supplier named them.
     */
    holder?: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * Its holder's first act; to look at it is none.
     */
    opened_at?: string;
    /**
     * UTC, to the millisecond.
     */
    expires_at: string;
    /**
     * UTC, to the millisecond.
     */
    revoked_at?: string;
    /**
     * How it was mailed, from the wizard or by a workflow, the last one first.
     */
    mails: Array<{
        /**
         * UTC, to the millisecond.
         */
        requested_at: string;
        /**
         * The mail server took it.
         */
        sent_at?: string;
        /**
         * The mail server refused it.
         */
        bounced_at?: string;
        /**
         * What the mail server said when it refused it.
         */
        detail?: string;
    }>;
    /**
     * For whom it was handed over to, and nobody else.
     */
    link_url: string;
};

export type Link = {
    /**
     * Absent once it was revoked.
     */
    link_url?: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * UTC, to the millisecond.
     */
    expires_at: string;
    /**
     * UTC, to the millisecond.
     */
    revoked_at?: string;
    /**
     * Since when its holder asks for another.
     */
    renewal_requested_at?: string;
};

export type ListedLink = {
    id: string;
    /**
     * The supplier's own, or that of whom they handed the authority's steps over to.
     */
    scope: 'full' | 'arca-steps-only';
    /**
     * Whom it was handed over to, as the supplier named them.
     */
    holder?: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * Its holder's first act; to look at it is none.
     */
    opened_at?: string;
    /**
     * UTC, to the millisecond.
     */
    expires_at: string;
    /**
     * UTC, to the millisecond.
     */
    revoked_at?: string;
    /**
     * How it was mailed, from the wizard or by a workflow, the last one first.
     */
    mails: Array<{
        /**
         * UTC, to the millisecond.
         */
        requested_at: string;
        /**
         * The mail server took it.
         */
        sent_at?: string;
        /**
         * The mail server refused it.
         */
        bounced_at?: string;
        /**
         * What the mail server said when it refused it.
         */
        detail?: string;
    }>;
};

export type OpenRegistration = {
    id: string;
    silo_entry_id: string;
    /**
     * The entry's: your own id of the supplier.
     */
    key?: string;
    /**
     * Absent where their document has no CUIT by now.
     */
    supplier?: {
        name: string;
        cuit: string;
    };
    /**
     * The furthest they got, named as the `state` of `…/registration`. `request-downloaded` is also the stage of a certificate that came through the API and was rejected.
     */
    stage: 'created' | 'started' | 'details-confirmed' | 'request-downloaded' | 'certificate-received' | 'completed';
    /**
     * When they got there.
     */
    since: string;
    /**
     * Absent until they have chosen.
     */
    way?: 'certificate' | 'delegation';
    last_rejection?: {
        reason: 'empty' | 'too-large' | 'certificate-request' | 'private-key' | 'pkcs12' | 'not-a-certificate' | 'malformed' | 'authority-certificate' | 'wrong-environment' | 'unknown-issuer' | 'untrusted' | 'other-key' | 'expired' | 'not-yet-valid' | 'other-cuit' | 'in-use' | 'not-authorised' | 'authority-unavailable' | 'cuit-not-represented';
        message: string;
        /**
         * UTC, to the millisecond.
         */
        at: string;
    };
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * When the supplier did something last; at first, `created_at`.
     */
    last_activity_at: string;
    /**
     * The supplier's own; its address is in `…/registration`.
     */
    link?: {
        /**
         * UTC, to the millisecond.
         */
        expires_at: string;
        /**
         * UTC, to the millisecond.
         */
        revoked_at?: string;
    };
    /**
     * Whom the supplier handed it over to, who has begun.
     */
    helper?: string;
    /**
     * When the last reminder was asked for.
     */
    reminded_at?: string;
};

export type PointsOfSale = {
    environment: 'sandbox' | 'live';
    /**
     * The sandbox takes any number, so what it lists is not read.
     */
    any_number: boolean;
    /**
     * UTC, to the millisecond.
     */
    read_at?: string;
    /**
     * The authority did not answer the last time.
     */
    unavailable?: boolean;
    list: Array<{
        number: number;
        /**
         * The authority's own words, such as `CAE - Monotributo`.
         */
        system: string;
        blocked: boolean;
        closed_on?: string;
        usable: boolean;
        /**
         * Why it can not be used.
         */
        reason?: string;
    }>;
    /**
     * By tax classification, for the supplier; only while none can be used.
     */
    how_to_register?: Array<{
        classification: string;
        system: string;
        steps: Array<string>;
    }>;
};

export type Registration = {
    id: string;
    silo_entry_id: string;
    environment: 'sandbox' | 'live';
    intent: 'register' | 'renew';
    /**
     * By which way: a certificate of their own, the delegation to another’s, or the one they choose.
     */
    mode: 'certificate' | 'delegation' | 'choice';
    /**
     * The one that it is; absent until they have chosen.
     */
    way?: 'certificate' | 'delegation';
    /**
     * Named after the strongest of its facts. `expired`: the time of the link is over.
     */
    state: 'created' | 'started' | 'details-confirmed' | 'request-downloaded' | 'certificate-received' | 'delegation-claimed' | 'expired' | 'completed' | 'revoked';
    /**
     * Of who is registered: `no-point-of-sale` in live before ARCA lists one that invoices can be issued with.
     */
    invoicing?: 'ready' | 'no-point-of-sale';
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * UTC, to the millisecond.
     */
    started_at?: string;
    /**
     * UTC, to the millisecond.
     */
    details_confirmed_at?: string;
    /**
     * UTC, to the millisecond.
     */
    service_enabled_at?: string;
    /**
     * UTC, to the millisecond.
     */
    request_downloaded_at?: string;
    /**
     * UTC, to the millisecond.
     */
    certificate_received_at?: string;
    /**
     * When they said that they authorized it.
     */
    authorisation_claimed_at?: string;
    /**
     * UTC, to the millisecond.
     */
    authorised_at?: string;
    /**
     * UTC, to the millisecond.
     */
    points_of_sale_settled_at?: string;
    /**
     * UTC, to the millisecond.
     */
    completed_at?: string;
    /**
     * UTC, to the millisecond.
     */
    revoked_at?: string;
    supplier: {
        name: string;
        cuit: string;
    };
    notice_email?: string;
    link?: Link;
    /**
     * Every link that there was: the supplier's, and those of whom they handed it over to.
     */
    links: Array<ListedLink>;
    request: {
        alias: string;
        /**
         * UTC, to the millisecond.
         */
        created_at: string;
    };
    /**
     * The one that was received last.
     */
    certificate?: Certificate;
    /**
     * The one that signs.
     */
    active_certificate?: Certificate;
    delegation?: Delegation;
    last_rejection?: {
        reason: 'empty' | 'too-large' | 'certificate-request' | 'private-key' | 'pkcs12' | 'not-a-certificate' | 'malformed' | 'authority-certificate' | 'wrong-environment' | 'unknown-issuer' | 'untrusted' | 'other-key' | 'expired' | 'not-yet-valid' | 'other-cuit' | 'in-use' | 'not-authorised' | 'authority-unavailable' | 'cuit-not-represented';
        message: string;
        /**
         * What the message may quote.
         */
        detail: {
            [key: string]: string;
        };
        checks: Array<Check>;
        /**
         * UTC, to the millisecond.
         */
        at: string;
    };
    proof: {
        status: 'none' | 'running' | 'retrying' | 'settled';
        /**
         * UTC, to the millisecond.
         */
        next_attempt_at?: string;
        /**
         * The authority has refused it for a day: nothing is tried unasked.
         */
        given_up_at?: string;
    };
    points_of_sale: {
        /**
         * UTC, to the millisecond.
         */
        read_at?: string;
        unavailable: boolean;
        list: Array<{
            number: number;
            /**
             * The authority's own words, such as `CAE - Monotributo`.
             */
            system: string;
            blocked: boolean;
            closed_on?: string;
            usable: boolean;
        }>;
    };
};

export type Taxpayer = {
    cuit: string;
    /**
     * Absent where the register keeps it back.
     */
    name?: string;
    kind: 'person' | 'company';
    /**
     * Absent where the register does not say.
     */
    state?: 'active' | 'inactive';
    /**
     * Absent where the register leaves it open: then it is to be asked of the taxpayer.
     */
    vat_status?: 'registered' | 'monotributo' | 'exempt';
    /**
     * The same, as `ext.ar-arca-vat-status` of a party has it.
     */
    vat_status_code?: string;
    /**
     * What says so: data of the simplified regime (monotributo), or that tax, active.
     */
    vat_evidence?: 'simplified-regime' | 'tax-30' | 'tax-32';
    /**
     * Where they are for the authority («domicilio fiscal»).
     */
    address?: {
        street?: string;
        locality?: string;
        postal_code?: string;
        province?: string;
    };
    /**
     * What the register finds wrong with the registration, in the authority's own words.
     */
    remarks: Array<string>;
    /**
     * When the register said so.
     */
    read_at: string;
};

export type Activity = {
    /**
     * UTC, to the millisecond.
     */
    at: string;
    actor: {
        kind: 'user' | 'api-key' | 'registrant' | 'engine' | 'operator';
        /**
         * Of the user, the API key or the supplier's helper.
         */
        name?: string;
    };
    action: string;
    subject: {
        kind: string;
        id: string;
    };
    /**
     * Ids, reasons and counts; never a secret.
     */
    detail: {
        [key: string]: unknown;
    };
};

export type Entry = {
    id: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * UTC, to the millisecond.
     */
    updated_at: string;
    /**
     * Since when lists leave it out.
     */
    archived_at?: string;
    /**
     * The client's own, unique in the workspace.
     */
    key?: string;
    /**
     * `suppliers`, `customers` or `invoices`.
     */
    folder: string;
    /**
     * `empty` when it has none.
     */
    state: 'invalid' | 'empty' | 'draft' | 'processing' | 'registered' | 'completed' | 'sent' | 'received' | 'paid' | 'error' | 'rejected' | 'void';
    /**
     * What a supplier who is registered in live still lacks, without which no invoice can be issued: ARCA lists no `point-of-sale` that can be used.
     */
    missing?: Array<'point-of-sale'>;
    /**
     * Of the job that set the state.
     */
    faults?: Array<Fault>;
    /**
     * What the authority, or Alta, remarked on the invoice without refusing it, and what to do.
     */
    remarks?: Array<Fault>;
    /**
     * The `$schema` of the envelope.
     */
    env_schema: string;
    /**
     * The `$schema` of the document.
     */
    doc_schema: string;
    /**
     * Of the document.
     */
    digest: {
        alg: 'sha256';
        val: string;
    };
    /**
     * Of the document's content. Sent back with a change, it says what the change was made from.
     */
    version: string;
    /**
     * What a list shows of the document.
     */
    snippet: {
        [key: string]: string;
    };
    data: Envelope;
    /**
     * What apps keep with it, such as the link of the registration.
     */
    meta: Array<Meta>;
    /**
     * Its files.
     */
    attachments: Array<File>;
};

export type EntryInList = {
    id: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * UTC, to the millisecond.
     */
    updated_at: string;
    /**
     * Since when lists leave it out.
     */
    archived_at?: string;
    /**
     * The client's own, unique in the workspace.
     */
    key?: string;
    /**
     * `suppliers`, `customers` or `invoices`.
     */
    folder: string;
    /**
     * `empty` when it has none.
     */
    state: 'invalid' | 'empty' | 'draft' | 'processing' | 'registered' | 'completed' | 'sent' | 'received' | 'paid' | 'error' | 'rejected' | 'void';
    /**
     * What a supplier who is registered in live still lacks, without which no invoice can be issued: ARCA lists no `point-of-sale` that can be used.
     */
    missing?: Array<'point-of-sale'>;
    /**
     * Of the job that set the state.
     */
    faults?: Array<Fault>;
    /**
     * What the authority, or Alta, remarked on the invoice without refusing it, and what to do.
     */
    remarks?: Array<Fault>;
    /**
     * The `$schema` of the envelope.
     */
    env_schema: string;
    /**
     * The `$schema` of the document.
     */
    doc_schema: string;
    /**
     * Of the document.
     */
    digest: {
        alg: 'sha256';
        val: string;
    };
    /**
     * Of the document's content. Sent back with a change, it says what the change was made from.
     */
    version: string;
    /**
     * What a list shows of the document.
     */
    snippet: {
        [key: string]: string;
    };
};

export type EntryVersion = {
    /**
     * Of the document's content. Sent back with a change, it says what the change was made from.
     */
    version: string;
    data: Envelope;
};

/**
 * A document with its digest and its stamps.
 */
export type Envelope = {
    $schema: 'https://gobl.org/draft-0/envelope';
    head: {
        uuid: string;
        dig: {
            alg: 'sha256';
            val: string;
        };
        stamps?: Array<{
            prv: string;
            val: string;
        }>;
    };
    doc: {
        [key: string]: unknown;
    };
};

export type Erasure = {
    id: string;
    /**
     * UTC, to the millisecond.
     */
    erased_at: string;
};

export type File = {
    id: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    entry_id: string;
    name: string;
    /**
     * What the file is to the entry: `format` is its document in another form, such as a PDF.
     */
    category: '' | 'format' | 'request' | 'response' | 'agreement' | 'verification' | 'attachment';
    /**
     * With `category` it names the file: another of the same takes its place.
     */
    key?: string;
    mime: string;
    desc?: string;
    /**
     * Bytes.
     */
    size: number;
    /**
     * SHA-256, hex.
     */
    hash: string;
    /**
     * Gives the content. It opens without the API key for 15 minutes, unless the file is private; after that with the key alone. Of a file that is not stored yet it takes the content, by `PUT`.
     */
    url: string;
    /**
     * `false`: its content is still to come.
     */
    stored: boolean;
    embeddable?: true;
    private?: true;
    meta?: {
        [key: string]: string;
    };
};

export type Meta = {
    /**
     * `<entry>:<src>:<key>`
     */
    id: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * UTC, to the millisecond.
     */
    updated_at: string;
    /**
     * The workspace.
     */
    owner_id: string;
    entry_id: string;
    /**
     * Whose row it is, such as `gov-ar`.
     */
    src: string;
    /**
     * What it is, such as `link`.
     */
    key: string;
    /**
     * The last part of the link. Who has it can open the wizard.
     */
    ref?: string;
    /**
     * The registration wizard: send it to the supplier.
     */
    link_url?: string;
    /**
     * `public`: it needs no login.
     */
    link_scope?: string;
    value?: unknown;
    indexed?: true;
    shared?: true;
};

export type State = {
    id: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    key: 'invalid' | 'empty' | 'draft' | 'processing' | 'registered' | 'completed' | 'sent' | 'received' | 'paid' | 'error' | 'rejected' | 'void';
    notes?: string;
    meta?: {
        [key: string]: string;
    };
    faults?: Array<Fault>;
    /**
     * Who set it: `api-key`, `user`, `engine` …
     */
    src: string;
    src_id?: string;
};

/**
 * One operation on many rows.
 */
export type Batch = {
    id: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * UTC, to the millisecond.
     */
    updated_at: string;
    operation: 'archive' | 'create-entry' | 'extend-link' | 'redeliver' | 'remind' | 'run-again';
    key?: string;
    status: 'running' | 'stopped' | 'completed';
    /**
     * How many rows it has.
     */
    total: number;
    done: number;
    failed: number;
    /**
     * UTC, to the millisecond.
     */
    stopped_at?: string;
    /**
     * Absent while rows wait.
     */
    completed_at?: string;
};

export type BatchRow = {
    /**
     * Its place in the batch, from 0.
     */
    index: number;
    key: string;
    status: 'waiting' | 'done' | 'failed';
    /**
     * What was made or changed: an entry, a job or a delivery.
     */
    result_id?: string;
    /**
     * Why it failed.
     */
    faults: Array<Fault>;
    /**
     * UTC, to the millisecond.
     */
    ended_at?: string;
};

export type Delivery = {
    /**
     * The `webhook-id` of every attempt.
     */
    id: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * UTC, to the millisecond.
     */
    updated_at: string;
    event?: string;
    url: string;
    status: 'pending' | 'delivered' | 'dead' | 'cancelled';
    attempts: number;
    last_outcome?: string;
    /**
     * UTC, to the millisecond.
     */
    next_attempt_at?: string;
    /**
     * UTC, to the millisecond.
     */
    completed_at?: string;
    /**
     * Absent for the webhook step of a job.
     */
    endpoint_id?: string;
    transform_job_id?: string;
    silo_entry_id?: string;
    /**
     * The bytes that are signed.
     */
    body: string;
    log: Array<{
        index: number;
        /**
         * UTC, to the millisecond.
         */
        at: string;
        duration_ms: number;
        /**
         * As sent, secrets taken out.
         */
        request_headers: {
            [key: string]: string;
        };
        status?: number;
        /**
         * Its first 200 characters; absent if the request carried a token or headers of a step.
         */
        response_body?: string;
        failure?: string;
        detail?: string;
    }>;
};

export type DeliveryInList = {
    /**
     * The `webhook-id` of every attempt.
     */
    id: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * UTC, to the millisecond.
     */
    updated_at: string;
    event?: string;
    url: string;
    status: 'pending' | 'delivered' | 'dead' | 'cancelled';
    attempts: number;
    last_outcome?: string;
    /**
     * UTC, to the millisecond.
     */
    next_attempt_at?: string;
    /**
     * UTC, to the millisecond.
     */
    completed_at?: string;
    /**
     * Absent for the webhook step of a job.
     */
    endpoint_id?: string;
    transform_job_id?: string;
    silo_entry_id?: string;
};

/**
 * A step that was begun.
 */
export type Intent = {
    id: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * UTC, to the millisecond.
     */
    updated_at: string;
    step_id: string;
    name: string;
    provider: string;
    /**
     * `rescue`: it ran since a step had failed for good.
     */
    phase: 'steps' | 'rescue';
    completed: boolean;
    events: Array<{
        index: number;
        status: 'RUN' | 'QUEUED' | 'ERR' | 'OK' | 'KO' | 'SKIP';
        /**
         * UTC, to the millisecond.
         */
        at: string;
        code?: string;
        message?: string;
    }>;
};

export type Job = {
    id: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * UTC, to the millisecond.
     */
    updated_at: string;
    silo_entry_id: string;
    workflow_id: string;
    /**
     * The version that it runs to its end, whatever becomes of the workflow.
     */
    workflow_version: string;
    /**
     * The client's own, unique in the workspace.
     */
    key?: string;
    tags?: Array<string>;
    /**
     * `QUEUED` waits, `ERR` is tried again, `KO` has failed.
     */
    status: 'RUN' | 'QUEUED' | 'ERR' | 'OK' | 'KO';
    /**
     * UTC, to the millisecond.
     */
    next_attempt_at?: string;
    /**
     * Absent while it runs.
     */
    completed_at?: string;
    /**
     * While it runs: what it waits for.
     */
    waiting?: Waiting;
    args?: {
        [key: string]: string;
    };
    /**
     * A record of each step that was begun.
     */
    intents: Array<Intent>;
    /**
     * What went wrong.
     */
    faults: Array<Fault>;
    /**
     * What the authority, or Alta, remarked on its invoice without refusing it, and what to do.
     */
    remarks?: Array<Fault>;
    /**
     * When it has ended: the document of its entry, for a key that reads entries.
     */
    envelope?: Envelope;
    /**
     * When it has ended: the files of its entry, likewise.
     */
    attachments?: Array<File>;
};

export type JobInList = {
    id: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * UTC, to the millisecond.
     */
    updated_at: string;
    silo_entry_id: string;
    workflow_id: string;
    /**
     * The version that it runs to its end, whatever becomes of the workflow.
     */
    workflow_version: string;
    /**
     * The client's own, unique in the workspace.
     */
    key?: string;
    tags?: Array<string>;
    /**
     * `QUEUED` waits, `ERR` is tried again, `KO` has failed.
     */
    status: 'RUN' | 'QUEUED' | 'ERR' | 'OK' | 'KO';
    /**
     * UTC, to the millisecond.
     */
    next_attempt_at?: string;
    /**
     * Absent while it runs.
     */
    completed_at?: string;
};

export type Provider = {
    id: string;
    title: string;
    /**
     * The kind of document it is for; any when absent.
     */
    schema?: string;
    /**
     * Settings of others that are taken beside those of `config`, and have no effect.
     */
    readonly unused?: Array<string>;
    /**
     * A step of this provider must come before.
     */
    needs?: string;
    role?: 'tells' | 'waits';
    /**
     * The JSON Schema of its configuration.
     */
    config: {
        [key: string]: unknown;
    };
};

export type Step = {
    id: string;
    name: string;
    provider: string;
    /**
     * The same as `provider`.
     */
    action: string;
    /**
     * Secrets are hidden.
     */
    config?: {
        [key: string]: unknown;
    };
    summary?: string;
    notes?: string;
};

/**
 * Why a running job stands where it stands.
 */
export type Waiting = {
    intent_id: string;
    name: string;
    provider: string;
    /**
     * UTC, to the millisecond.
     */
    since: string;
    code?: string;
    message?: string;
    /**
     * What it waits for.
     */
    ref?: string;
    /**
     * UTC, to the millisecond.
     */
    next_attempt_at?: string;
};

export type WebhookEndpoint = {
    id: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * UTC, to the millisecond.
     */
    updated_at: string;
    url: string;
    description: string;
    events: Array<'entry.erased' | 'registration.created' | 'registration.certificate_received' | 'registration.certificate_rejected' | 'registration.completed' | 'registration.delegation_claimed' | 'registration.delegation_granted' | 'registration.delegation_lost' | 'registration.expired' | 'registration.link_requested' | 'registration.revoked' | 'link.sent' | 'link.bounced' | 'link.opened' | 'link.handed_over' | 'link.taken_back' | 'certificate.expiring' | 'delegate.at_risk' | 'invoice.authorised' | 'job.failed' | '*'>;
    disabled: boolean;
    /**
     * UTC, to the millisecond.
     */
    disabled_at?: string;
    /**
     * `gone`: it answered 410.
     */
    disabled_reason?: 'gone' | 'operator';
};

export type WebhookSecret = {
    id: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * The newest; the others only sign along.
     */
    current: boolean;
    /**
     * Until when it signs along.
     */
    expires_at?: string;
    /**
     * `whsec_…`
     */
    secret: string;
};

export type WebhookSecretInList = {
    id: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * The newest; the others only sign along.
     */
    current: boolean;
    /**
     * Until when it signs along.
     */
    expires_at?: string;
};

export type Workflow = {
    id: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * UTC, to the millisecond.
     */
    updated_at: string;
    name: string;
    description: string;
    /**
     * The kind of document that it is for, such as `org/party`.
     */
    schema: string;
    country: string;
    version: string;
    disabled: boolean;
    /**
     * What is saved is in use at once.
     */
    draft: false;
    steps: Array<Step>;
    /**
     * What runs when a step has failed for good.
     */
    rescue: Array<Step>;
    warnings?: Array<Fault>;
    versions: Array<WorkflowVersionInList>;
};

export type WorkflowInList = {
    id: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    /**
     * UTC, to the millisecond.
     */
    updated_at: string;
    name: string;
    description: string;
    /**
     * The kind of document that it is for, such as `org/party`.
     */
    schema: string;
    country: string;
    version: string;
    disabled: boolean;
    /**
     * What is saved is in use at once.
     */
    draft: false;
    steps: Array<Step>;
    /**
     * What runs when a step has failed for good.
     */
    rescue: Array<Step>;
    warnings?: Array<Fault>;
};

export type WorkflowVersion = {
    version: string;
    name: string;
    /**
     * Who saved it: `api-key`, `user` …
     */
    src: string;
    src_id?: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
    workflow_id: string;
    description: string;
    steps: Array<Step>;
    rescue: Array<Step>;
};

export type WorkflowVersionInList = {
    version: string;
    name: string;
    /**
     * Who saved it: `api-key`, `user` …
     */
    src: string;
    src_id?: string;
    /**
     * UTC, to the millisecond.
     */
    created_at: string;
};

/**
 * What is wrong with each field, nested as the body is.
 */
export type ProblemFieldsWritable = {
    [key: string]: string | ProblemFieldsWritable;
};

export type ProviderWritable = {
    id: string;
    title: string;
    /**
     * The kind of document it is for; any when absent.
     */
    schema?: string;
    /**
     * A step of this provider must come before.
     */
    needs?: string;
    role?: 'tells' | 'waits';
    /**
     * The JSON Schema of its configuration.
     */
    config: {
        [key: string]: unknown;
    };
};

export type ListApiKeysData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/access/v1/api-keys';
};

export type ListApiKeysErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListApiKeysError = ListApiKeysErrors[keyof ListApiKeysErrors];

export type ListApiKeysResponses = {
    /**
     * Done
     */
    200: {
        list: Array<ApiKey>;
    };
};

export type ListApiKeysResponse = ListApiKeysResponses[keyof ListApiKeysResponses];

export type ListAppsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/access/v1/apps';
};

export type ListAppsErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListAppsError = ListAppsErrors[keyof ListAppsErrors];

export type ListAppsResponses = {
    /**
     * Done
     */
    200: {
        list: Array<App>;
    };
};

export type ListAppsResponse = ListAppsResponses[keyof ListAppsResponses];

export type DisconnectAppData = {
    body?: never;
    path: {
        app_id: string;
    };
    query?: never;
    url: '/api/access/v1/apps/{app_id}';
};

export type DisconnectAppErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type DisconnectAppError = DisconnectAppErrors[keyof DisconnectAppErrors];

export type DisconnectAppResponses = {
    /**
     * Done
     */
    204: void;
};

export type DisconnectAppResponse = DisconnectAppResponses[keyof DisconnectAppResponses];

export type FetchAppData = {
    body?: never;
    path: {
        app_id: string;
    };
    query?: never;
    url: '/api/access/v1/apps/{app_id}';
};

export type FetchAppErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchAppError = FetchAppErrors[keyof FetchAppErrors];

export type FetchAppResponses = {
    /**
     * Done
     */
    200: App;
};

export type FetchAppResponse = FetchAppResponses[keyof FetchAppResponses];

export type ChangeAppData = {
    body: {
        /**
         * Begins the name under which a certificate is filed at the authority.
         */
        alias_prefix?: string | null;
        /**
         * For how many days a link lets in; 30 unless told.
         */
        link_lifetime_days?: number | null;
        /**
         * Whom a supplier turns to; on every page of the wizard.
         */
        contact?: {
            name?: string | null;
            email?: string | null;
            phone?: string | null;
            whatsapp?: string | null;
        } | null;
        /**
         * What the wizard looks like, and says first.
         */
        wizard?: {
            name?: string | null;
            colour?: string | null;
            logo?: string | null;
            greeting?: {
                es?: string | null;
                en?: string | null;
            } | null;
        } | null;
        /**
         * How the mails to suppliers are sent.
         */
        mail?: {
            sender_name?: string | null;
            reply_to?: string | null;
            /**
             * What a reminder begins with, in your words.
             */
            reminder?: {
                es?: string | null;
                en?: string | null;
            } | null;
        } | null;
        /**
         * After how many days without progress a supplier is reminded by mail; `[]`: never. Unless told `[2, 7, 14]` in live, and never in the sandbox.
         */
        reminder_days?: Array<number> | null;
        /**
         * Where who has finished goes, with `silo_entry_id`, `status`, `timestamp` and `signature` added: an https address, or http of this machine, such as `http://localhost:8000/back`.
         */
        return_url?: string | null;
        /**
         * Whose pages may show how far a registration is, by `<alta-registration>`: origins such as `https://erp.example`.
         */
        embed_origins?: Array<string> | null;
        /**
         * The registered supplier whose certificate acts for those who delegate.
         */
        delegate?: {
            silo_entry_id: string;
            accepts_within_hours?: number;
        } | null;
    };
    path: {
        app_id: string;
    };
    query?: never;
    url: '/api/access/v1/apps/{app_id}';
};

export type ChangeAppErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ChangeAppError = ChangeAppErrors[keyof ChangeAppErrors];

export type ChangeAppResponses = {
    /**
     * Done
     */
    200: App;
};

export type ChangeAppResponse = ChangeAppResponses[keyof ChangeAppResponses];

export type ConnectAppData = {
    body?: never;
    path: {
        app_id: string;
    };
    query?: never;
    url: '/api/access/v1/apps/{app_id}';
};

export type ConnectAppErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ConnectAppError = ConnectAppErrors[keyof ConnectAppErrors];

export type ConnectAppResponses = {
    /**
     * Done
     */
    200: App;
};

export type ConnectAppResponse = ConnectAppResponses[keyof ConnectAppResponses];

export type FetchWorkspaceData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/access/v1/workspace';
};

export type FetchWorkspaceErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchWorkspaceError = FetchWorkspaceErrors[keyof FetchWorkspaceErrors];

export type FetchWorkspaceResponses = {
    /**
     * Done
     */
    200: Workspace;
};

export type FetchWorkspaceResponse = FetchWorkspaceResponses[keyof FetchWorkspaceResponses];

export type ChangeWorkspaceData = {
    body: {
        name?: string;
        slug?: string;
        contact_email?: string | null;
    };
    path?: never;
    query?: never;
    url: '/api/access/v1/workspace';
};

export type ChangeWorkspaceErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ChangeWorkspaceError = ChangeWorkspaceErrors[keyof ChangeWorkspaceErrors];

export type ChangeWorkspaceResponses = {
    /**
     * Done
     */
    200: Workspace;
};

export type ChangeWorkspaceResponse = ChangeWorkspaceResponses[keyof ChangeWorkspaceResponses];

export type FetchAuthorityData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/apps/gov-ar/v1/authority';
};

export type FetchAuthorityErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchAuthorityError = FetchAuthorityErrors[keyof FetchAuthorityErrors];

export type FetchAuthorityResponses = {
    /**
     * Done
     */
    200: Authority;
};

export type FetchAuthorityResponse = FetchAuthorityResponses[keyof FetchAuthorityResponses];

export type UploadCertificateData = {
    body: {
        /**
         * In PEM, or its DER in base64.
         */
        certificate: string;
    };
    path: {
        silo_entry_id: string;
    };
    query?: never;
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/certificate';
};

export type UploadCertificateErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type UploadCertificateError = UploadCertificateErrors[keyof UploadCertificateErrors];

export type UploadCertificateResponses = {
    /**
     * Done
     */
    200: {
        alias: string;
        fingerprint: string;
        /**
         * UTC, to the millisecond.
         */
        not_after: string;
        checks: Array<Check>;
    };
};

export type UploadCertificateResponse = UploadCertificateResponses[keyof UploadCertificateResponses];

export type ConfirmAuthorisationData = {
    body?: never;
    path: {
        silo_entry_id: string;
    };
    query?: never;
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/confirm';
};

export type ConfirmAuthorisationErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ConfirmAuthorisationError = ConfirmAuthorisationErrors[keyof ConfirmAuthorisationErrors];

export type ConfirmAuthorisationResponses = {
    /**
     * Done
     */
    200: {
        status: 'registered';
    };
    /**
     * Begun
     */
    202: {
        status: 'waiting';
        reason?: 'empty' | 'too-large' | 'certificate-request' | 'private-key' | 'pkcs12' | 'not-a-certificate' | 'malformed' | 'authority-certificate' | 'wrong-environment' | 'unknown-issuer' | 'untrusted' | 'other-key' | 'expired' | 'not-yet-valid' | 'other-cuit' | 'in-use' | 'not-authorised' | 'authority-unavailable' | 'cuit-not-represented';
        /**
         * UTC, to the millisecond.
         */
        next_attempt_at?: string;
    };
};

export type ConfirmAuthorisationResponse = ConfirmAuthorisationResponses[keyof ConfirmAuthorisationResponses];

export type FetchCertificateRequestData = {
    body?: never;
    path: {
        silo_entry_id: string;
    };
    query?: never;
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/csr';
};

export type FetchCertificateRequestErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchCertificateRequestError = FetchCertificateRequestErrors[keyof FetchCertificateRequestErrors];

export type FetchCertificateRequestResponses = {
    /**
     * Done
     */
    200: {
        alias: string;
        /**
         * PKCS#10, PEM.
         */
        csr: string;
    };
};

export type FetchCertificateRequestResponse = FetchCertificateRequestResponses[keyof FetchCertificateRequestResponses];

export type ClaimDelegationData = {
    body?: never;
    path: {
        silo_entry_id: string;
    };
    query?: never;
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/delegation';
};

export type ClaimDelegationErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ClaimDelegationError = ClaimDelegationErrors[keyof ClaimDelegationErrors];

export type ClaimDelegationResponses = {
    /**
     * Done
     */
    200: Delegation;
};

export type ClaimDelegationResponse = ClaimDelegationResponses[keyof ClaimDelegationResponses];

export type VerifyDelegationData = {
    body?: never;
    path: {
        silo_entry_id: string;
    };
    query?: never;
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/delegation/verify';
};

export type VerifyDelegationErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type VerifyDelegationError = VerifyDelegationErrors[keyof VerifyDelegationErrors];

export type VerifyDelegationResponses = {
    /**
     * Done
     */
    200: {
        /**
         * `unknown`: the authority could not be asked; what was known stays.
         */
        granted: boolean | 'unknown';
        delegate_cuit: string;
        /**
         * UTC, to the millisecond.
         */
        checked_at: string;
    };
};

export type VerifyDelegationResponse = VerifyDelegationResponses[keyof VerifyDelegationResponses];

export type RevokeLinkData = {
    body?: never;
    path: {
        silo_entry_id: string;
    };
    query?: never;
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/link';
};

export type RevokeLinkErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type RevokeLinkError = RevokeLinkErrors[keyof RevokeLinkErrors];

export type RevokeLinkResponses = {
    /**
     * Done
     */
    204: void;
};

export type RevokeLinkResponse = RevokeLinkResponses[keyof RevokeLinkResponses];

export type FetchLinkData = {
    body?: never;
    path: {
        silo_entry_id: string;
    };
    query?: never;
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/link';
};

export type FetchLinkErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchLinkError = FetchLinkErrors[keyof FetchLinkErrors];

export type FetchLinkResponses = {
    /**
     * Done
     */
    200: Link;
};

export type FetchLinkResponse = FetchLinkResponses[keyof FetchLinkResponses];

export type ExtendLinkData = {
    body: {
        days?: number;
    };
    path: {
        silo_entry_id: string;
    };
    query?: never;
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/link';
};

export type ExtendLinkErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ExtendLinkError = ExtendLinkErrors[keyof ExtendLinkErrors];

export type ExtendLinkResponses = {
    /**
     * Done
     */
    200: Link;
};

export type ExtendLinkResponse = ExtendLinkResponses[keyof ExtendLinkResponses];

export type IssueLinkData = {
    body: {
        days?: number;
    };
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        silo_entry_id: string;
    };
    query?: never;
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/link';
};

export type IssueLinkErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type IssueLinkError = IssueLinkErrors[keyof IssueLinkErrors];

export type IssueLinkResponses = {
    /**
     * Created
     */
    201: Link;
};

export type IssueLinkResponse = IssueLinkResponses[keyof IssueLinkResponses];

export type HandOverData = {
    body: {
        /**
         * Who it is: the supplier sees it.
         */
        name: string;
        /**
         * Where the link is mailed to.
         */
        email?: string;
        /**
         * Where the supplier can send it. Nothing is sent there by Alta. `email` or this is needed.
         */
        whatsapp?: string;
    };
    path: {
        silo_entry_id: string;
    };
    query?: never;
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/links';
};

export type HandOverErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type HandOverError = HandOverErrors[keyof HandOverErrors];

export type HandOverResponses = {
    /**
     * Created
     */
    201: HelperLink;
};

export type HandOverResponse = HandOverResponses[keyof HandOverResponses];

export type TakeBackData = {
    body?: never;
    path: {
        silo_entry_id: string;
        link_id: string;
    };
    query?: never;
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/links/{link_id}';
};

export type TakeBackErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type TakeBackError = TakeBackErrors[keyof TakeBackErrors];

export type TakeBackResponses = {
    /**
     * Done
     */
    204: void;
};

export type TakeBackResponse = TakeBackResponses[keyof TakeBackResponses];

export type FetchPointsOfSaleData = {
    body?: never;
    path: {
        silo_entry_id: string;
    };
    query?: never;
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/points-of-sale';
};

export type FetchPointsOfSaleErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchPointsOfSaleError = FetchPointsOfSaleErrors[keyof FetchPointsOfSaleErrors];

export type FetchPointsOfSaleResponses = {
    /**
     * Done
     */
    200: PointsOfSale;
};

export type FetchPointsOfSaleResponse = FetchPointsOfSaleResponses[keyof FetchPointsOfSaleResponses];

export type ReadPointsOfSaleData = {
    body?: never;
    path: {
        silo_entry_id: string;
    };
    query?: never;
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/points-of-sale';
};

export type ReadPointsOfSaleErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ReadPointsOfSaleError = ReadPointsOfSaleErrors[keyof ReadPointsOfSaleErrors];

export type ReadPointsOfSaleResponses = {
    /**
     * Done
     */
    200: PointsOfSale;
};

export type ReadPointsOfSaleResponse = ReadPointsOfSaleResponses[keyof ReadPointsOfSaleResponses];

export type FetchRegistrationData = {
    body?: never;
    path: {
        silo_entry_id: string;
    };
    query?: never;
    url: '/api/apps/gov-ar/v1/entry/{silo_entry_id}/registration';
};

export type FetchRegistrationErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchRegistrationError = FetchRegistrationErrors[keyof FetchRegistrationErrors];

export type FetchRegistrationResponses = {
    /**
     * Done
     */
    200: Registration;
};

export type FetchRegistrationResponse = FetchRegistrationResponses[keyof FetchRegistrationResponses];

export type FetchExchangeRatesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only this one.
         */
        currency?: 'USD' | 'EUR' | 'BRL';
        /**
         * The registered supplier to ask for. Else the one that was registered last.
         */
        cuit?: string;
    };
    url: '/api/apps/gov-ar/v1/exchange-rates';
};

export type FetchExchangeRatesErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchExchangeRatesError = FetchExchangeRatesErrors[keyof FetchExchangeRatesErrors];

export type FetchExchangeRatesResponses = {
    /**
     * Done
     */
    200: ExchangeRates;
};

export type FetchExchangeRatesResponse = FetchExchangeRatesResponses[keyof FetchExchangeRatesResponses];

export type ListRegistrationsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many items a page has.
         */
        limit?: number;
        /**
         * The `next_cursor` of the page before.
         */
        cursor?: string;
        /**
         * How far they got.
         */
        stage?: 'created' | 'started' | 'details-confirmed' | 'request-downloaded' | 'certificate-received';
        /**
         * Of the last rejection; `any`: whichever it was.
         */
        reason?: 'empty' | 'too-large' | 'certificate-request' | 'private-key' | 'pkcs12' | 'not-a-certificate' | 'malformed' | 'authority-certificate' | 'wrong-environment' | 'unknown-issuer' | 'untrusted' | 'other-key' | 'expired' | 'not-yet-valid' | 'other-cuit' | 'in-use' | 'not-authorised' | 'authority-unavailable' | 'cuit-not-represented' | 'any';
        way?: 'certificate' | 'delegation';
        /**
         * The supplier has done nothing for so long: `30m`, `36h`, `7d`.
         */
        older_than?: string;
        /**
         * `true`: whoever has done nothing for the longest comes first.
         */
        ascending?: 'true' | 'false';
    };
    url: '/api/apps/gov-ar/v1/registrations';
};

export type ListRegistrationsErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListRegistrationsError = ListRegistrationsErrors[keyof ListRegistrationsErrors];

export type ListRegistrationsResponses = {
    /**
     * Done
     */
    200: {
        list: Array<OpenRegistration>;
        /**
         * How many items a page has.
         */
        limit: number;
        /**
         * As it was sent.
         */
        cursor?: string;
        /**
         * The `cursor` of the next page; absent on the last.
         */
        next_cursor?: string;
    };
};

export type ListRegistrationsResponse = ListRegistrationsResponses[keyof ListRegistrationsResponses];

export type FetchTaxpayerData = {
    body?: never;
    path: {
        cuit: string;
    };
    query?: never;
    url: '/api/apps/gov-ar/v1/taxpayers/{cuit}';
};

export type FetchTaxpayerErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchTaxpayerError = FetchTaxpayerErrors[keyof FetchTaxpayerErrors];

export type FetchTaxpayerResponses = {
    /**
     * Done
     */
    200: Taxpayer;
};

export type FetchTaxpayerResponse = FetchTaxpayerResponses[keyof FetchTaxpayerResponses];

export type ListEntriesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many items a page has.
         */
        limit?: number;
        /**
         * The `next_cursor` of the page before.
         */
        cursor?: string;
        /**
         * Where the list begins: back from it, or with `ascending` forward.
         */
        created_at?: string;
        /**
         * `true`: the oldest first.
         */
        ascending?: 'true' | 'false';
        /**
         * Only those of one folder.
         */
        folder?: string;
        /**
         * Only those in one state; `empty`: those that have none.
         */
        state?: 'invalid' | 'empty' | 'draft' | 'processing' | 'registered' | 'completed' | 'sent' | 'received' | 'paid' | 'error' | 'rejected' | 'void';
        /**
         * Only invoices with this remark, such as `ARCA-10041`; `any`: with one at all.
         */
        remark?: string;
        /**
         * `true`: only those that are archived, which are left out else.
         */
        archived?: 'true' | 'false';
    };
    url: '/api/silo/v1/entries';
};

export type ListEntriesErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListEntriesError = ListEntriesErrors[keyof ListEntriesErrors];

export type ListEntriesResponses = {
    /**
     * Done
     */
    200: {
        list: Array<EntryInList>;
        /**
         * How many items a page has.
         */
        limit: number;
        /**
         * As it was sent.
         */
        cursor?: string;
        /**
         * The `cursor` of the next page; absent on the last.
         */
        next_cursor?: string;
        /**
         * Where the list begins, as it was sent.
         */
        created_at?: string;
        folder?: string;
        /**
         * `empty` when it has none.
         */
        state?: 'invalid' | 'empty' | 'draft' | 'processing' | 'registered' | 'completed' | 'sent' | 'received' | 'paid' | 'error' | 'rejected' | 'void';
    };
};

export type ListEntriesResponse = ListEntriesResponses[keyof ListEntriesResponses];

export type CreateEntryData = {
    body: {
        /**
         * A document with its `$schema`, bare or in an envelope. A party needs `name` and `tax_id`.
         */
        data?: {
            [key: string]: unknown;
        };
        /**
         * What the document is: suppliers and customers are parties. Unless told, invoices for an invoice, by its `$schema`, and suppliers for any other.
         */
        folder?: 'suppliers' | 'customers' | 'invoices';
        /**
         * Your own, unique in the workspace: the entry is found by it.
         */
        key?: string;
        /**
         * What `data` is.
         */
        content_type?: 'application/json';
        /**
         * What is not valid is not kept.
         */
        allow_invalid?: false;
        /**
         * Nothing is signed here: an invoice gets its CAE by the step `gov-ar.send` of a workflow.
         */
        sign?: false;
        /**
         * Instead of `data`: the entry of the authorized invoice that `correct` is about.
         */
        previous_id?: string;
        /**
         * Makes the credit or debit note of the whole of an invoice. Change it before it is sent, if it is of a part.
         */
        correct?: {
            type?: 'credit-note' | 'debit-note';
            /**
             * The same as `type`: `credit-note`.
             */
            credit?: boolean;
            /**
             * The same as `type`: `debit-note`.
             */
            debit?: boolean;
            /**
             * Why, as the note says it.
             */
            reason?: string;
            /**
             * The point of sale, where it is not the invoice's.
             */
            series?: string;
            /**
             * Of the note. Unless told, the day on which it is built.
             */
            issue_date?: string;
        };
    };
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/silo/v1/entries';
};

export type CreateEntryErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type CreateEntryError = CreateEntryErrors[keyof CreateEntryErrors];

export type CreateEntryResponses = {
    /**
     * Done
     */
    200: Entry;
};

export type CreateEntryResponse = CreateEntryResponses[keyof CreateEntryResponses];

export type FetchEntryByKeyData = {
    body?: never;
    path: {
        key: string;
    };
    query?: never;
    url: '/api/silo/v1/entries/key/{key}';
};

export type FetchEntryByKeyErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchEntryByKeyError = FetchEntryByKeyErrors[keyof FetchEntryByKeyErrors];

export type FetchEntryByKeyResponses = {
    /**
     * Done
     */
    200: Entry;
};

export type FetchEntryByKeyResponse = FetchEntryByKeyResponses[keyof FetchEntryByKeyResponses];

export type FindRelatedEntriesData = {
    body?: never;
    path?: never;
    query: {
        /**
         * How many items a page has.
         */
        limit?: number;
        /**
         * The `next_cursor` of the page before.
         */
        cursor?: string;
        /**
         * Where the list begins: back from it, or with `ascending` forward.
         */
        created_at?: string;
        /**
         * `true`: the oldest first.
         */
        ascending?: 'true' | 'false';
        /**
         * Only those that name it there.
         */
        context?: 'preceding' | 'supplier';
        uuid: string;
    };
    url: '/api/silo/v1/entries/related';
};

export type FindRelatedEntriesErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FindRelatedEntriesError = FindRelatedEntriesErrors[keyof FindRelatedEntriesErrors];

export type FindRelatedEntriesResponses = {
    /**
     * Done
     */
    200: {
        list: Array<{
            id: string;
            /**
             * UTC, to the millisecond.
             */
            created_at: string;
            /**
             * UTC, to the millisecond.
             */
            updated_at: string;
            /**
             * Since when lists leave it out.
             */
            archived_at?: string;
            /**
             * The client's own, unique in the workspace.
             */
            key?: string;
            /**
             * `suppliers`, `customers` or `invoices`.
             */
            folder: string;
            /**
             * `empty` when it has none.
             */
            state: 'invalid' | 'empty' | 'draft' | 'processing' | 'registered' | 'completed' | 'sent' | 'received' | 'paid' | 'error' | 'rejected' | 'void';
            /**
             * What a supplier who is registered in live still lacks, without which no invoice can be issued: ARCA lists no `point-of-sale` that can be used.
             */
            missing?: Array<'point-of-sale'>;
            /**
             * Of the job that set the state.
             */
            faults?: Array<Fault>;
            /**
             * What the authority, or Alta, remarked on the invoice without refusing it, and what to do.
             */
            remarks?: Array<Fault>;
            /**
             * The `$schema` of the envelope.
             */
            env_schema: string;
            /**
             * The `$schema` of the document.
             */
            doc_schema: string;
            /**
             * Of the document.
             */
            digest: {
                alg: 'sha256';
                val: string;
            };
            /**
             * Of the document's content. Sent back with a change, it says what the change was made from.
             */
            version: string;
            /**
             * What a list shows of the document.
             */
            snippet: {
                [key: string]: string;
            };
            /**
             * Where its document names the entry.
             */
            context: 'preceding' | 'supplier';
        }>;
        /**
         * How many items a page has.
         */
        limit: number;
        /**
         * As it was sent.
         */
        cursor?: string;
        /**
         * The `cursor` of the next page; absent on the last.
         */
        next_cursor?: string;
    };
};

export type FindRelatedEntriesResponse = FindRelatedEntriesResponses[keyof FindRelatedEntriesResponses];

export type FetchEntryData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/silo/v1/entries/{id}';
};

export type FetchEntryErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchEntryError = FetchEntryErrors[keyof FetchEntryErrors];

export type FetchEntryResponses = {
    /**
     * Done
     */
    200: Entry;
};

export type FetchEntryResponse = FetchEntryResponses[keyof FetchEntryResponses];

export type ChangeEntryData = {
    body: {
        /**
         * The whole document, or a patch of it (RFC 7396), bare or in an envelope; or a list of operations (RFC 6902). `null`: nothing changes.
         */
        data: {
            [key: string]: unknown;
        } | Array<unknown> | null;
        /**
         * What the change was made from. Without it the change is made whatever became of the entry meanwhile.
         */
        version?: string;
        /**
         * What `data` is, for who sends the request itself as `application/json`.
         */
        content_type?: 'application/json' | 'application/merge-patch+json' | 'application/json-patch+json';
        /**
         * Only what it is: an entry stays in its folder.
         */
        folder?: string;
        /**
         * What is not valid is not kept.
         */
        allow_invalid?: false;
        /**
         * Nothing is signed here: an invoice gets its CAE by the step `gov-ar.send` of a workflow.
         */
        sign?: false;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/silo/v1/entries/{id}';
};

export type ChangeEntryErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ChangeEntryError = ChangeEntryErrors[keyof ChangeEntryErrors];

export type ChangeEntryResponses = {
    /**
     * Done
     */
    200: Entry;
};

export type ChangeEntryResponse = ChangeEntryResponses[keyof ChangeEntryResponses];

export type PutEntryData = {
    body: {
        /**
         * A document with its `$schema`, bare or in an envelope. A party needs `name` and `tax_id`.
         */
        data?: {
            [key: string]: unknown;
        };
        /**
         * What the document is: suppliers and customers are parties. Unless told, invoices for an invoice, by its `$schema`, and suppliers for any other.
         */
        folder?: 'suppliers' | 'customers' | 'invoices';
        /**
         * Your own, unique in the workspace: the entry is found by it.
         */
        key?: string;
        /**
         * What `data` is.
         */
        content_type?: 'application/json';
        /**
         * What is not valid is not kept.
         */
        allow_invalid?: false;
        /**
         * Nothing is signed here: an invoice gets its CAE by the step `gov-ar.send` of a workflow.
         */
        sign?: false;
        /**
         * Instead of `data`: the entry of the authorized invoice that `correct` is about.
         */
        previous_id?: string;
        /**
         * Makes the credit or debit note of the whole of an invoice. Change it before it is sent, if it is of a part.
         */
        correct?: {
            type?: 'credit-note' | 'debit-note';
            /**
             * The same as `type`: `credit-note`.
             */
            credit?: boolean;
            /**
             * The same as `type`: `debit-note`.
             */
            debit?: boolean;
            /**
             * Why, as the note says it.
             */
            reason?: string;
            /**
             * The point of sale, where it is not the invoice's.
             */
            series?: string;
            /**
             * Of the note. Unless told, the day on which it is built.
             */
            issue_date?: string;
        };
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/silo/v1/entries/{id}';
};

export type PutEntryErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type PutEntryError = PutEntryErrors[keyof PutEntryErrors];

export type PutEntryResponses = {
    /**
     * Done
     */
    200: Entry;
};

export type PutEntryResponse = PutEntryResponses[keyof PutEntryResponses];

export type ListEntryActivityData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * How many items a page has.
         */
        limit?: number;
        /**
         * The `next_cursor` of the page before.
         */
        cursor?: string;
    };
    url: '/api/silo/v1/entries/{id}/activity';
};

export type ListEntryActivityErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListEntryActivityError = ListEntryActivityErrors[keyof ListEntryActivityErrors];

export type ListEntryActivityResponses = {
    /**
     * Done
     */
    200: {
        list: Array<Activity>;
        /**
         * How many items a page has.
         */
        limit: number;
        /**
         * As it was sent.
         */
        cursor?: string;
        /**
         * The `cursor` of the next page; absent on the last.
         */
        next_cursor?: string;
    };
};

export type ListEntryActivityResponse = ListEntryActivityResponses[keyof ListEntryActivityResponses];

export type RestoreEntryData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/silo/v1/entries/{id}/archive';
};

export type RestoreEntryErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type RestoreEntryError = RestoreEntryErrors[keyof RestoreEntryErrors];

export type RestoreEntryResponses = {
    /**
     * Done
     */
    200: EntryInList;
};

export type RestoreEntryResponse = RestoreEntryResponses[keyof RestoreEntryResponses];

export type ArchiveEntryData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/silo/v1/entries/{id}/archive';
};

export type ArchiveEntryErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ArchiveEntryError = ArchiveEntryErrors[keyof ArchiveEntryErrors];

export type ArchiveEntryResponses = {
    /**
     * Done
     */
    200: EntryInList;
};

export type ArchiveEntryResponse = ArchiveEntryResponses[keyof ArchiveEntryResponses];

export type EraseSupplierData = {
    body: {
        /**
         * The name of the supplier, or their tax code, as the entry has it.
         */
        confirm: string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/silo/v1/entries/{id}/erasure';
};

export type EraseSupplierErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type EraseSupplierError = EraseSupplierErrors[keyof EraseSupplierErrors];

export type EraseSupplierResponses = {
    /**
     * Done
     */
    200: Erasure;
};

export type EraseSupplierResponse = EraseSupplierResponses[keyof EraseSupplierResponses];

export type ExportSupplierData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/silo/v1/entries/{id}/export';
};

export type ExportSupplierErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ExportSupplierError = ExportSupplierErrors[keyof ExportSupplierErrors];

export type ExportSupplierResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type ListFilesData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/silo/v1/entries/{id}/files';
};

export type ListFilesErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListFilesError = ListFilesErrors[keyof ListFilesErrors];

export type ListFilesResponses = {
    /**
     * Done
     */
    200: {
        list: Array<File>;
    };
};

export type ListFilesResponse = ListFilesResponses[keyof ListFilesResponses];

export type AddFileData = {
    body: {
        name: string;
        /**
         * What the file is to the entry: `format` is its document in another form, such as a PDF.
         */
        category?: 'format' | 'attachment';
        /**
         * With `category` it names the file: another of the same takes its place.
         */
        key?: string;
        /**
         * Unless told, what the bytes say.
         */
        mime?: 'application/pdf' | 'application/xml' | 'text/xml' | 'application/json' | 'text/plain' | 'text/csv' | 'image/png' | 'image/jpeg' | 'application/zip' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
        desc?: string;
        /**
         * The content in base64, with its padding. Without it `sha256`, `size` and `mime` announce the file: the answer is not `stored`, and its `url` takes the bytes, by `PUT`.
         */
        data?: string;
        /**
         * Of the content.
         */
        sha256?: string;
        /**
         * Bytes.
         */
        size?: number;
        /**
         * Whether others may put it into files of theirs. It is kept and given back.
         */
        embeddable?: boolean;
        /**
         * `true`: its `url` gives it only to who has the API key.
         */
        private?: boolean;
        /**
         * Your own; it is kept and given back.
         */
        meta?: {
            [key: string]: string;
        };
    };
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/silo/v1/entries/{id}/files';
};

export type AddFileErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type AddFileError = AddFileErrors[keyof AddFileErrors];

export type AddFileResponses = {
    /**
     * Created
     */
    201: File;
};

export type AddFileResponse = AddFileResponses[keyof AddFileResponses];

export type FetchFileData = {
    body?: never;
    path: {
        id: string;
        file_id: string;
    };
    query?: never;
    url: '/api/silo/v1/entries/{id}/files/{file_id}';
};

export type FetchFileErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchFileError = FetchFileErrors[keyof FetchFileErrors];

export type FetchFileResponses = {
    /**
     * Done
     */
    200: File;
};

export type FetchFileResponse = FetchFileResponses[keyof FetchFileResponses];

export type PutFileData = {
    body: {
        name: string;
        /**
         * What the file is to the entry: `format` is its document in another form, such as a PDF.
         */
        category?: 'format' | 'attachment';
        /**
         * With `category` it names the file: another of the same takes its place.
         */
        key?: string;
        /**
         * Unless told, what the bytes say.
         */
        mime?: 'application/pdf' | 'application/xml' | 'text/xml' | 'application/json' | 'text/plain' | 'text/csv' | 'image/png' | 'image/jpeg' | 'application/zip' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
        desc?: string;
        /**
         * The content in base64, with its padding. Without it `sha256`, `size` and `mime` announce the file: the answer is not `stored`, and its `url` takes the bytes, by `PUT`.
         */
        data?: string;
        /**
         * Of the content.
         */
        sha256?: string;
        /**
         * Bytes.
         */
        size?: number;
        /**
         * Whether others may put it into files of theirs. It is kept and given back.
         */
        embeddable?: boolean;
        /**
         * `true`: its `url` gives it only to who has the API key.
         */
        private?: boolean;
        /**
         * Your own; it is kept and given back.
         */
        meta?: {
            [key: string]: string;
        };
    };
    path: {
        id: string;
        file_id: string;
    };
    query?: never;
    url: '/api/silo/v1/entries/{id}/files/{file_id}';
};

export type PutFileErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type PutFileError = PutFileErrors[keyof PutFileErrors];

export type PutFileResponses = {
    /**
     * Done
     */
    200: File;
};

export type PutFileResponse = PutFileResponses[keyof PutFileResponses];

export type FetchFileContentData = {
    body?: never;
    path: {
        id: string;
        file_id: string;
    };
    query?: {
        /**
         * Until when the address opens without a key: Unix time.
         */
        expires?: string;
        /**
         * Of the address. With a key it plays no part.
         */
        signature?: string;
    };
    url: '/api/silo/v1/entries/{id}/files/{file_id}/content';
};

export type FetchFileContentErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchFileContentError = FetchFileContentErrors[keyof FetchFileContentErrors];

export type FetchFileContentResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type PutFileContentData = {
    body: Blob | File;
    path: {
        id: string;
        file_id: string;
    };
    query?: {
        /**
         * Until when the address opens without a key: Unix time.
         */
        expires?: string;
        /**
         * Of the address. With a key it plays no part.
         */
        signature?: string;
    };
    url: '/api/silo/v1/entries/{id}/files/{file_id}/content';
};

export type PutFileContentErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type PutFileContentError = PutFileContentErrors[keyof PutFileContentErrors];

export type PutFileContentResponses = {
    /**
     * Done
     */
    200: File;
};

export type PutFileContentResponse = PutFileContentResponses[keyof PutFileContentResponses];

export type ListRelatedEntriesData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * How many items a page has.
         */
        limit?: number;
        /**
         * The `next_cursor` of the page before.
         */
        cursor?: string;
        /**
         * Where the list begins: back from it, or with `ascending` forward.
         */
        created_at?: string;
        /**
         * `true`: the oldest first.
         */
        ascending?: 'true' | 'false';
        /**
         * Only those that name it there.
         */
        context?: 'preceding' | 'supplier';
    };
    url: '/api/silo/v1/entries/{id}/related';
};

export type ListRelatedEntriesErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListRelatedEntriesError = ListRelatedEntriesErrors[keyof ListRelatedEntriesErrors];

export type ListRelatedEntriesResponses = {
    /**
     * Done
     */
    200: {
        list: Array<{
            id: string;
            /**
             * UTC, to the millisecond.
             */
            created_at: string;
            /**
             * UTC, to the millisecond.
             */
            updated_at: string;
            /**
             * Since when lists leave it out.
             */
            archived_at?: string;
            /**
             * The client's own, unique in the workspace.
             */
            key?: string;
            /**
             * `suppliers`, `customers` or `invoices`.
             */
            folder: string;
            /**
             * `empty` when it has none.
             */
            state: 'invalid' | 'empty' | 'draft' | 'processing' | 'registered' | 'completed' | 'sent' | 'received' | 'paid' | 'error' | 'rejected' | 'void';
            /**
             * What a supplier who is registered in live still lacks, without which no invoice can be issued: ARCA lists no `point-of-sale` that can be used.
             */
            missing?: Array<'point-of-sale'>;
            /**
             * Of the job that set the state.
             */
            faults?: Array<Fault>;
            /**
             * What the authority, or Alta, remarked on the invoice without refusing it, and what to do.
             */
            remarks?: Array<Fault>;
            /**
             * The `$schema` of the envelope.
             */
            env_schema: string;
            /**
             * The `$schema` of the document.
             */
            doc_schema: string;
            /**
             * Of the document.
             */
            digest: {
                alg: 'sha256';
                val: string;
            };
            /**
             * Of the document's content. Sent back with a change, it says what the change was made from.
             */
            version: string;
            /**
             * What a list shows of the document.
             */
            snippet: {
                [key: string]: string;
            };
            /**
             * Where its document names the entry.
             */
            context: 'preceding' | 'supplier';
        }>;
        /**
         * How many items a page has.
         */
        limit: number;
        /**
         * As it was sent.
         */
        cursor?: string;
        /**
         * The `cursor` of the next page; absent on the last.
         */
        next_cursor?: string;
    };
};

export type ListRelatedEntriesResponse = ListRelatedEntriesResponses[keyof ListRelatedEntriesResponses];

export type ListStatesData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * How many items a page has.
         */
        limit?: number;
        /**
         * The `next_cursor` of the page before.
         */
        cursor?: string;
    };
    url: '/api/silo/v1/entries/{id}/states';
};

export type ListStatesErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListStatesError = ListStatesErrors[keyof ListStatesErrors];

export type ListStatesResponses = {
    /**
     * Done
     */
    200: {
        list: Array<State>;
        /**
         * How many items a page has.
         */
        limit: number;
        /**
         * As it was sent.
         */
        cursor?: string;
        /**
         * The `cursor` of the next page; absent on the last.
         */
        next_cursor?: string;
    };
};

export type ListStatesResponse = ListStatesResponses[keyof ListStatesResponses];

export type SetStateData = {
    body: {
        /**
         * All but `invalid`, which is the system's own word.
         */
        key: 'empty' | 'draft' | 'processing' | 'registered' | 'completed' | 'sent' | 'received' | 'paid' | 'error' | 'rejected' | 'void';
        /**
         * Why, for people.
         */
        notes?: string;
        /**
         * Your own; it is kept and given back.
         */
        meta?: {
            [key: string]: string;
        };
    };
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/silo/v1/entries/{id}/states';
};

export type SetStateErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type SetStateError = SetStateErrors[keyof SetStateErrors];

export type SetStateResponses = {
    /**
     * Created
     */
    201: State;
};

export type SetStateResponse = SetStateResponses[keyof SetStateResponses];

export type PutStateData = {
    body: {
        /**
         * All but `invalid`, which is the system's own word.
         */
        key: 'empty' | 'draft' | 'processing' | 'registered' | 'completed' | 'sent' | 'received' | 'paid' | 'error' | 'rejected' | 'void';
        /**
         * Why, for people.
         */
        notes?: string;
        /**
         * Your own; it is kept and given back.
         */
        meta?: {
            [key: string]: string;
        };
    };
    path: {
        id: string;
        at: string;
    };
    query?: never;
    url: '/api/silo/v1/entries/{id}/states/{at}';
};

export type PutStateErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type PutStateError = PutStateErrors[keyof PutStateErrors];

export type PutStateResponses = {
    /**
     * Done
     */
    200: State;
};

export type PutStateResponse = PutStateResponses[keyof PutStateResponses];

export type FetchVersionData = {
    body?: never;
    path: {
        id: string;
        version: string;
    };
    query?: never;
    url: '/api/silo/v1/entries/{id}/versions/{version}';
};

export type FetchVersionErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchVersionError = FetchVersionErrors[keyof FetchVersionErrors];

export type FetchVersionResponses = {
    /**
     * Done
     */
    200: EntryVersion;
};

export type FetchVersionResponse = FetchVersionResponses[keyof FetchVersionResponses];

export type ListEnvelopesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many items a page has.
         */
        limit?: number;
        /**
         * The `next_cursor` of the page before.
         */
        cursor?: string;
        /**
         * Where the list begins: back from it, or with `ascending` forward.
         */
        created_at?: string;
        /**
         * `true`: the oldest first.
         */
        ascending?: 'true' | 'false';
        /**
         * Only those of one folder.
         */
        folder?: string;
        /**
         * Only those in one state; `empty`: those that have none.
         */
        state?: 'invalid' | 'empty' | 'draft' | 'processing' | 'registered' | 'completed' | 'sent' | 'received' | 'paid' | 'error' | 'rejected' | 'void';
        /**
         * Only invoices with this remark, such as `ARCA-10041`; `any`: with one at all.
         */
        remark?: string;
        /**
         * `true`: only those that are archived, which are left out else.
         */
        archived?: 'true' | 'false';
        /**
         * `false`: each `doc` is its `$schema` alone, for who looks for digests and stamps.
         */
        documents?: 'true' | 'false';
    };
    url: '/api/silo/v1/envelopes';
};

export type ListEnvelopesErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListEnvelopesError = ListEnvelopesErrors[keyof ListEnvelopesErrors];

export type ListEnvelopesResponses = {
    /**
     * Done
     */
    200: {
        list: Array<Envelope>;
        /**
         * How many items a page has.
         */
        limit: number;
        /**
         * As it was sent.
         */
        cursor?: string;
        /**
         * The `cursor` of the next page; absent on the last.
         */
        next_cursor?: string;
    };
};

export type ListEnvelopesResponse = ListEnvelopesResponses[keyof ListEnvelopesResponses];

export type BuildDocumentData = {
    body: {
        /**
         * A document with its `$schema`, bare or in an envelope. A party needs `name` and `tax_id`.
         */
        data: {
            [key: string]: unknown;
        };
        /**
         * What the document is: suppliers and customers are parties. Unless told, invoices for an invoice, by its `$schema`, and suppliers for any other.
         */
        folder?: 'suppliers' | 'customers' | 'invoices';
        /**
         * `true`: the answer is the document in an envelope.
         */
        envelop?: boolean;
    };
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/silo/v1/gobl/build';
};

export type BuildDocumentErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type BuildDocumentError = BuildDocumentErrors[keyof BuildDocumentErrors];

export type BuildDocumentResponses = {
    /**
     * Done
     */
    200: {
        data: {
            [key: string]: unknown;
        };
    };
};

export type BuildDocumentResponse = BuildDocumentResponses[keyof BuildDocumentResponses];

export type CorrectDocumentData = {
    body: {
        /**
         * The envelope of an authorized invoice, as its entry has it.
         */
        data: {
            [key: string]: unknown;
        };
        options?: {
            type?: 'credit-note' | 'debit-note';
            /**
             * The same as `type`: `credit-note`.
             */
            credit?: boolean;
            /**
             * The same as `type`: `debit-note`.
             */
            debit?: boolean;
            /**
             * Why, as the note says it.
             */
            reason?: string;
            /**
             * The point of sale, where it is not the invoice's.
             */
            series?: string;
            /**
             * Of the note. Unless told, the day on which it is built.
             */
            issue_date?: string;
        };
        /**
         * `true`: the answer is the JSON Schema of `options`, and nothing is corrected.
         */
        show_options?: boolean;
    };
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/silo/v1/gobl/correct';
};

export type CorrectDocumentErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type CorrectDocumentError = CorrectDocumentErrors[keyof CorrectDocumentErrors];

export type CorrectDocumentResponses = {
    /**
     * Done
     */
    200: {
        data: {
            [key: string]: unknown;
        };
    };
};

export type CorrectDocumentResponse = CorrectDocumentResponses[keyof CorrectDocumentResponses];

export type SearchEntriesData = {
    body?: never;
    path?: never;
    query: {
        /**
         * How many items a page has.
         */
        limit?: number;
        /**
         * The `next_cursor` of the page before.
         */
        cursor?: string;
        /**
         * Only those of one folder.
         */
        folder?: string;
        /**
         * Only those in one state; `empty`: those that have none.
         */
        state?: 'invalid' | 'empty' | 'draft' | 'processing' | 'registered' | 'completed' | 'sent' | 'received' | 'paid' | 'error' | 'rejected' | 'void';
        /**
         * Only invoices with this remark, such as `ARCA-10041`; `any`: with one at all.
         */
        remark?: string;
        /**
         * `true`: only those that are archived, which are left out else.
         */
        archived?: 'true' | 'false';
        /**
         * Words of a name, or the digits of a tax code, each from its beginning; an invoice also by its number, such as `3-12`.
         */
        q: string;
        /**
         * How many items are left out at the beginning. A `cursor` gets further, and faster.
         */
        offset?: number;
    };
    url: '/api/silo/v1/search';
};

export type SearchEntriesErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type SearchEntriesError = SearchEntriesErrors[keyof SearchEntriesErrors];

export type SearchEntriesResponses = {
    /**
     * Done
     */
    200: {
        list: Array<EntryInList>;
        /**
         * How many items a page has.
         */
        limit: number;
        /**
         * As it was sent.
         */
        cursor?: string;
        /**
         * The `cursor` of the next page; absent on the last.
         */
        next_cursor?: string;
        /**
         * What was looked for.
         */
        query: string;
        /**
         * As it was sent.
         */
        offset?: number;
        folder?: string;
    };
};

export type SearchEntriesResponse = SearchEntriesResponses[keyof SearchEntriesResponses];

export type ListBatchesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many items a page has.
         */
        limit?: number;
        /**
         * The `next_cursor` of the page before.
         */
        cursor?: string;
        /**
         * Where the list begins: back from it, or with `ascending` forward.
         */
        created_at?: string;
        /**
         * `true`: the oldest first.
         */
        ascending?: 'true' | 'false';
    };
    url: '/api/transform/v1/batches';
};

export type ListBatchesErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListBatchesError = ListBatchesErrors[keyof ListBatchesErrors];

export type ListBatchesResponses = {
    /**
     * Done
     */
    200: {
        list: Array<Batch>;
        /**
         * How many items a page has.
         */
        limit: number;
        /**
         * As it was sent.
         */
        cursor?: string;
        /**
         * The `cursor` of the next page; absent on the last.
         */
        next_cursor?: string;
    };
};

export type ListBatchesResponse = ListBatchesResponses[keyof ListBatchesResponses];

export type CreateBatchData = {
    body: {
        /**
         * What is done with each row.
         */
        operation: 'archive' | 'create-entry' | 'extend-link' | 'redeliver' | 'remind' | 'run-again';
        /**
         * Your own, unique in the workspace: the same rows under it again are the same batch.
         */
        key?: string;
        /**
         * 10,000 at the most.
         */
        rows: Array<{
            /**
             * Your own, unique in the batch. An entry that a row makes has it too: a row that comes again, in another batch, makes nothing twice.
             */
            key: string;
            /**
             * What the operation takes; docs/batches.md lists it.
             */
            data: {
                [key: string]: unknown;
            };
        }>;
        /**
         * What is done where rows are at fault: `refuse`, unless told, begins nothing; `skip` works the others, and lists those as failed, with their faults.
         */
        on_fault?: 'refuse' | 'skip';
    };
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/transform/v1/batches';
};

export type CreateBatchErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type CreateBatchError = CreateBatchErrors[keyof CreateBatchErrors];

export type CreateBatchResponses = {
    /**
     * Begun
     */
    202: Batch;
};

export type CreateBatchResponse = CreateBatchResponses[keyof CreateBatchResponses];

export type FetchBatchData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/batches/{id}';
};

export type FetchBatchErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchBatchError = FetchBatchErrors[keyof FetchBatchErrors];

export type FetchBatchResponses = {
    /**
     * Done
     */
    200: Batch;
};

export type FetchBatchResponse = FetchBatchResponses[keyof FetchBatchResponses];

export type ResumeBatchData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/batches/{id}/resume';
};

export type ResumeBatchErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ResumeBatchError = ResumeBatchErrors[keyof ResumeBatchErrors];

export type ResumeBatchResponses = {
    /**
     * Done
     */
    200: Batch;
};

export type ResumeBatchResponse = ResumeBatchResponses[keyof ResumeBatchResponses];

export type ListBatchRowsData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * How many items a page has.
         */
        limit?: number;
        /**
         * The `next_cursor` of the page before.
         */
        cursor?: string;
        status?: 'waiting' | 'done' | 'failed';
    };
    url: '/api/transform/v1/batches/{id}/rows';
};

export type ListBatchRowsErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListBatchRowsError = ListBatchRowsErrors[keyof ListBatchRowsErrors];

export type ListBatchRowsResponses = {
    /**
     * Done
     */
    200: {
        list: Array<BatchRow>;
        /**
         * How many items a page has.
         */
        limit: number;
        /**
         * As it was sent.
         */
        cursor?: string;
        /**
         * The `cursor` of the next page; absent on the last.
         */
        next_cursor?: string;
    };
};

export type ListBatchRowsResponse = ListBatchRowsResponses[keyof ListBatchRowsResponses];

export type StopBatchData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/batches/{id}/stop';
};

export type StopBatchErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type StopBatchError = StopBatchErrors[keyof StopBatchErrors];

export type StopBatchResponses = {
    /**
     * Done
     */
    200: Batch;
};

export type StopBatchResponse = StopBatchResponses[keyof StopBatchResponses];

export type ListJobsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many items a page has.
         */
        limit?: number;
        /**
         * The `next_cursor` of the page before.
         */
        cursor?: string;
        /**
         * Where the list begins: back from it, or with `ascending` forward.
         */
        created_at?: string;
        /**
         * `true`: the oldest first.
         */
        ascending?: 'true' | 'false';
        id?: string;
        status?: 'RUN' | 'QUEUED' | 'ERR' | 'OK' | 'KO';
        workflow_id?: string;
        silo_entry_id?: string;
        /**
         * Only those that carry it.
         */
        tag?: string;
    };
    url: '/api/transform/v1/jobs';
};

export type ListJobsErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListJobsError = ListJobsErrors[keyof ListJobsErrors];

export type ListJobsResponses = {
    /**
     * Done
     */
    200: {
        list: Array<JobInList>;
        /**
         * How many items a page has.
         */
        limit: number;
        /**
         * As it was sent.
         */
        cursor?: string;
        /**
         * The `cursor` of the next page; absent on the last.
         */
        next_cursor?: string;
        /**
         * Where the list begins, as it was sent.
         */
        created_at?: string;
    };
};

export type ListJobsResponse = ListJobsResponses[keyof ListJobsResponses];

export type CreateJobData = {
    body: {
        /**
         * What is run. `GET /workflows` lists what there is.
         */
        workflow_id: string;
        /**
         * What it is run on: an entry of the kind that the workflow is for. This, or `data`.
         */
        silo_entry_id?: string;
        /**
         * A document, bare or in an envelope: an entry is made for it. Needs the scope `silo:write`.
         */
        data?: {
            [key: string]: unknown;
        };
        /**
         * Your own, unique in the workspace: the job is found by it.
         */
        key?: string;
        /**
         * Yours: webhooks of the job carry them.
         */
        args?: {
            [key: string]: string;
        };
        /**
         * Words to find the jobs of a batch by.
         */
        tags?: Array<string>;
    };
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: {
        /**
         * For how many seconds the answer may be held back until the job has ended, 10 at the most.
         */
        wait?: number;
    };
    url: '/api/transform/v1/jobs';
};

export type CreateJobErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type CreateJobError = CreateJobErrors[keyof CreateJobErrors];

export type CreateJobResponses = {
    /**
     * Begun
     */
    202: Job;
};

export type CreateJobResponse = CreateJobResponses[keyof CreateJobResponses];

export type FetchJobByKeyData = {
    body?: never;
    path: {
        key: string;
    };
    query?: {
        /**
         * For how many seconds the answer may be held back until the job has ended, 10 at the most.
         */
        wait?: number;
    };
    url: '/api/transform/v1/jobs/key/{key}';
};

export type FetchJobByKeyErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchJobByKeyError = FetchJobByKeyErrors[keyof FetchJobByKeyErrors];

export type FetchJobByKeyResponses = {
    /**
     * Done
     */
    200: Job;
};

export type FetchJobByKeyResponse = FetchJobByKeyResponses[keyof FetchJobByKeyResponses];

export type SummariseJobsData = {
    body?: never;
    path?: never;
    query: {
        tag: string;
    };
    url: '/api/transform/v1/jobs/summary';
};

export type SummariseJobsErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type SummariseJobsError = SummariseJobsErrors[keyof SummariseJobsErrors];

export type SummariseJobsResponses = {
    /**
     * Done
     */
    200: {
        tag: string;
        total: number;
        completed: number;
        /**
         * How many are in each.
         */
        status: {
            [key: string]: number;
        };
    };
};

export type SummariseJobsResponse = SummariseJobsResponses[keyof SummariseJobsResponses];

export type FetchJobData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * For how many seconds the answer may be held back until the job has ended, 10 at the most.
         */
        wait?: number;
    };
    url: '/api/transform/v1/jobs/{id}';
};

export type FetchJobErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchJobError = FetchJobErrors[keyof FetchJobErrors];

export type FetchJobResponses = {
    /**
     * Done
     */
    200: Job;
};

export type FetchJobResponse = FetchJobResponses[keyof FetchJobResponses];

export type PutJobData = {
    body: {
        /**
         * What is run. `GET /workflows` lists what there is.
         */
        workflow_id: string;
        /**
         * What it is run on: an entry of the kind that the workflow is for. This, or `data`.
         */
        silo_entry_id?: string;
        /**
         * A document, bare or in an envelope: an entry is made for it. Needs the scope `silo:write`.
         */
        data?: {
            [key: string]: unknown;
        };
        /**
         * Your own, unique in the workspace: the job is found by it.
         */
        key?: string;
        /**
         * Yours: webhooks of the job carry them.
         */
        args?: {
            [key: string]: string;
        };
        /**
         * Words to find the jobs of a batch by.
         */
        tags?: Array<string>;
        /**
         * Ends a running job where it stands.
         */
        status?: 'CANCEL';
    };
    path: {
        id: string;
    };
    query?: {
        /**
         * For how many seconds the answer may be held back until the job has ended, 10 at the most.
         */
        wait?: number;
    };
    url: '/api/transform/v1/jobs/{id}';
};

export type PutJobErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type PutJobError = PutJobErrors[keyof PutJobErrors];

export type PutJobResponses = {
    /**
     * Done
     */
    200: Job;
    /**
     * Begun
     */
    202: Job;
};

export type PutJobResponse = PutJobResponses[keyof PutJobResponses];

export type RunJobAgainData = {
    body?: never;
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/jobs/{id}/again';
};

export type RunJobAgainErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * No longer there
     */
    410: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type RunJobAgainError = RunJobAgainErrors[keyof RunJobAgainErrors];

export type RunJobAgainResponses = {
    /**
     * Begun
     */
    202: Job;
};

export type RunJobAgainResponse = RunJobAgainResponses[keyof RunJobAgainResponses];

export type RetryJobData = {
    body?: never;
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/jobs/{id}/retry';
};

export type RetryJobErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type RetryJobError = RetryJobErrors[keyof RetryJobErrors];

export type RetryJobResponses = {
    /**
     * Begun
     */
    202: Job;
};

export type RetryJobResponse = RetryJobResponses[keyof RetryJobResponses];

export type SkipStepData = {
    body: {
        reason: string;
    };
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/jobs/{id}/skip';
};

export type SkipStepErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type SkipStepError = SkipStepErrors[keyof SkipStepErrors];

export type SkipStepResponses = {
    /**
     * Begun
     */
    202: Job;
};

export type SkipStepResponse = SkipStepResponses[keyof SkipStepResponses];

export type ListProvidersData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/transform/v1/providers';
};

export type ListProvidersErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListProvidersError = ListProvidersErrors[keyof ListProvidersErrors];

export type ListProvidersResponses = {
    /**
     * Done
     */
    200: {
        list: Array<Provider>;
    };
};

export type ListProvidersResponse = ListProvidersResponses[keyof ListProvidersResponses];

export type ListDeliveriesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many items a page has.
         */
        limit?: number;
        /**
         * The `next_cursor` of the page before.
         */
        cursor?: string;
        status?: 'pending' | 'delivered' | 'dead' | 'cancelled';
        endpoint_id?: string;
        transform_job_id?: string;
        silo_entry_id?: string;
        event?: string;
    };
    url: '/api/transform/v1/webhooks/deliveries';
};

export type ListDeliveriesErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListDeliveriesError = ListDeliveriesErrors[keyof ListDeliveriesErrors];

export type ListDeliveriesResponses = {
    /**
     * Done
     */
    200: {
        list: Array<DeliveryInList>;
        /**
         * How many items a page has.
         */
        limit: number;
        /**
         * As it was sent.
         */
        cursor?: string;
        /**
         * The `cursor` of the next page; absent on the last.
         */
        next_cursor?: string;
    };
};

export type ListDeliveriesResponse = ListDeliveriesResponses[keyof ListDeliveriesResponses];

export type RedeliverDeadData = {
    body: {
        /**
         * Created then or later.
         */
        since: string;
        /**
         * Created before.
         */
        until?: string;
        endpoint_id?: string;
        event?: string;
    };
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/transform/v1/webhooks/deliveries/redeliver';
};

export type RedeliverDeadErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type RedeliverDeadError = RedeliverDeadErrors[keyof RedeliverDeadErrors];

export type RedeliverDeadResponses = {
    /**
     * Begun
     */
    202: {
        /**
         * How many.
         */
        redelivered: number;
    };
};

export type RedeliverDeadResponse = RedeliverDeadResponses[keyof RedeliverDeadResponses];

export type FetchDeliveryData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/webhooks/deliveries/{id}';
};

export type FetchDeliveryErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchDeliveryError = FetchDeliveryErrors[keyof FetchDeliveryErrors];

export type FetchDeliveryResponses = {
    /**
     * Done
     */
    200: Delivery;
};

export type FetchDeliveryResponse = FetchDeliveryResponses[keyof FetchDeliveryResponses];

export type RedeliverData = {
    body?: never;
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/webhooks/deliveries/{id}/redeliver';
};

export type RedeliverErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type RedeliverError = RedeliverErrors[keyof RedeliverErrors];

export type RedeliverResponses = {
    /**
     * Begun
     */
    202: DeliveryInList;
};

export type RedeliverResponse = RedeliverResponses[keyof RedeliverResponses];

export type ListEndpointsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many items a page has.
         */
        limit?: number;
        /**
         * The `next_cursor` of the page before.
         */
        cursor?: string;
    };
    url: '/api/transform/v1/webhooks/endpoints';
};

export type ListEndpointsErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListEndpointsError = ListEndpointsErrors[keyof ListEndpointsErrors];

export type ListEndpointsResponses = {
    /**
     * Done
     */
    200: {
        list: Array<WebhookEndpoint>;
        /**
         * How many items a page has.
         */
        limit: number;
        /**
         * As it was sent.
         */
        cursor?: string;
        /**
         * The `cursor` of the next page; absent on the last.
         */
        next_cursor?: string;
    };
};

export type ListEndpointsResponse = ListEndpointsResponses[keyof ListEndpointsResponses];

export type CreateEndpointData = {
    body: {
        /**
         * A public https address; or `alta:kept`: nothing is sent, the messages are among the deliveries to be read.
         */
        url: string;
        description?: string;
        /**
         * What is told; `*` is everything.
         */
        events: Array<'entry.erased' | 'registration.created' | 'registration.certificate_received' | 'registration.certificate_rejected' | 'registration.completed' | 'registration.delegation_claimed' | 'registration.delegation_granted' | 'registration.delegation_lost' | 'registration.expired' | 'registration.link_requested' | 'registration.revoked' | 'link.sent' | 'link.bounced' | 'link.opened' | 'link.handed_over' | 'link.taken_back' | 'certificate.expiring' | 'delegate.at_risk' | 'invoice.authorised' | 'job.failed' | '*'>;
    };
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/transform/v1/webhooks/endpoints';
};

export type CreateEndpointErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type CreateEndpointError = CreateEndpointErrors[keyof CreateEndpointErrors];

export type CreateEndpointResponses = {
    /**
     * Created
     */
    201: WebhookEndpoint;
};

export type CreateEndpointResponse = CreateEndpointResponses[keyof CreateEndpointResponses];

export type RemoveEndpointData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/webhooks/endpoints/{id}';
};

export type RemoveEndpointErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type RemoveEndpointError = RemoveEndpointErrors[keyof RemoveEndpointErrors];

export type RemoveEndpointResponses = {
    /**
     * Done
     */
    204: void;
};

export type RemoveEndpointResponse = RemoveEndpointResponses[keyof RemoveEndpointResponses];

export type FetchEndpointData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/webhooks/endpoints/{id}';
};

export type FetchEndpointErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchEndpointError = FetchEndpointErrors[keyof FetchEndpointErrors];

export type FetchEndpointResponses = {
    /**
     * Done
     */
    200: WebhookEndpoint;
};

export type FetchEndpointResponse = FetchEndpointResponses[keyof FetchEndpointResponses];

export type ChangeEndpointData = {
    body: {
        /**
         * A public https address; or `alta:kept`: nothing is sent, the messages are among the deliveries to be read.
         */
        url?: string;
        description?: string;
        /**
         * What is told; `*` is everything.
         */
        events?: Array<'entry.erased' | 'registration.created' | 'registration.certificate_received' | 'registration.certificate_rejected' | 'registration.completed' | 'registration.delegation_claimed' | 'registration.delegation_granted' | 'registration.delegation_lost' | 'registration.expired' | 'registration.link_requested' | 'registration.revoked' | 'link.sent' | 'link.bounced' | 'link.opened' | 'link.handed_over' | 'link.taken_back' | 'certificate.expiring' | 'delegate.at_risk' | 'invoice.authorised' | 'job.failed' | '*'>;
        /**
         * `true`: nothing is sent any more; `false`: it begins again.
         */
        disabled?: boolean;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/webhooks/endpoints/{id}';
};

export type ChangeEndpointErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ChangeEndpointError = ChangeEndpointErrors[keyof ChangeEndpointErrors];

export type ChangeEndpointResponses = {
    /**
     * Done
     */
    200: WebhookEndpoint;
};

export type ChangeEndpointResponse = ChangeEndpointResponses[keyof ChangeEndpointResponses];

export type ListEndpointSecretsData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/webhooks/endpoints/{id}/secrets';
};

export type ListEndpointSecretsErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListEndpointSecretsError = ListEndpointSecretsErrors[keyof ListEndpointSecretsErrors];

export type ListEndpointSecretsResponses = {
    /**
     * Done
     */
    200: {
        list: Array<WebhookSecretInList>;
    };
};

export type ListEndpointSecretsResponse = ListEndpointSecretsResponses[keyof ListEndpointSecretsResponses];

export type RotateEndpointSecretData = {
    body: {
        /**
         * How long the secret before signs along. 0 ends it at once: it has leaked.
         */
        overlap_hours?: number;
    };
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/webhooks/endpoints/{id}/secrets';
};

export type RotateEndpointSecretErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type RotateEndpointSecretError = RotateEndpointSecretErrors[keyof RotateEndpointSecretErrors];

export type RotateEndpointSecretResponses = {
    /**
     * Created
     */
    201: WebhookSecret;
};

export type RotateEndpointSecretResponse = RotateEndpointSecretResponses[keyof RotateEndpointSecretResponses];

export type TestEndpointData = {
    body: {
        event: 'entry.erased' | 'registration.created' | 'registration.certificate_received' | 'registration.certificate_rejected' | 'registration.completed' | 'registration.delegation_claimed' | 'registration.delegation_granted' | 'registration.delegation_lost' | 'registration.expired' | 'registration.link_requested' | 'registration.revoked' | 'link.sent' | 'link.bounced' | 'link.opened' | 'link.handed_over' | 'link.taken_back' | 'certificate.expiring' | 'delegate.at_risk' | 'invoice.authorised' | 'job.failed';
    };
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/webhooks/endpoints/{id}/test';
};

export type TestEndpointErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type TestEndpointError = TestEndpointErrors[keyof TestEndpointErrors];

export type TestEndpointResponses = {
    /**
     * Begun
     */
    202: DeliveryInList;
};

export type TestEndpointResponse = TestEndpointResponses[keyof TestEndpointResponses];

export type ListSecretsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/transform/v1/webhooks/secrets';
};

export type ListSecretsErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListSecretsError = ListSecretsErrors[keyof ListSecretsErrors];

export type ListSecretsResponses = {
    /**
     * Done
     */
    200: {
        list: Array<WebhookSecretInList>;
    };
};

export type ListSecretsResponse = ListSecretsResponses[keyof ListSecretsResponses];

export type RotateSecretData = {
    body: {
        /**
         * How long the secret before signs along. 0 ends it at once: it has leaked.
         */
        overlap_hours?: number;
    };
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/transform/v1/webhooks/secrets';
};

export type RotateSecretErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type RotateSecretError = RotateSecretErrors[keyof RotateSecretErrors];

export type RotateSecretResponses = {
    /**
     * Created
     */
    201: WebhookSecret;
};

export type RotateSecretResponse = RotateSecretResponses[keyof RotateSecretResponses];

export type EndSecretData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/webhooks/secrets/{id}';
};

export type EndSecretErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type EndSecretError = EndSecretErrors[keyof EndSecretErrors];

export type EndSecretResponses = {
    /**
     * Done
     */
    204: void;
};

export type EndSecretResponse = EndSecretResponses[keyof EndSecretResponses];

export type ListWorkflowsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many items a page has.
         */
        limit?: number;
        /**
         * The `next_cursor` of the page before.
         */
        cursor?: string;
        /**
         * Where the list begins: back from it, or with `ascending` forward.
         */
        created_at?: string;
        /**
         * Only those for one kind of document, such as `org/party`.
         */
        schema?: string;
    };
    url: '/api/transform/v1/workflows';
};

export type ListWorkflowsErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ListWorkflowsError = ListWorkflowsErrors[keyof ListWorkflowsErrors];

export type ListWorkflowsResponses = {
    /**
     * Done
     */
    200: {
        list: Array<WorkflowInList>;
        /**
         * How many items a page has.
         */
        limit: number;
        /**
         * As it was sent.
         */
        cursor?: string;
        /**
         * The `cursor` of the next page; absent on the last.
         */
        next_cursor?: string;
        /**
         * Where the page begins: as it was sent, or when its first was made.
         */
        created_at?: string;
        /**
         * The `created_at` of the next page, for who goes by it. What was made in that millisecond is on both; `next_cursor` is exact.
         */
        next_created_at?: string;
        /**
         * As it was sent.
         */
        schema?: string;
    };
};

export type ListWorkflowsResponse = ListWorkflowsResponses[keyof ListWorkflowsResponses];

export type CreateWorkflowData = {
    body: {
        /**
         * Brings its steps.
         */
        template: 'ar-supplier-registration' | 'ar-supplier-delegation' | 'ar-supplier-unregistration' | 'ar-invoice';
        name?: string;
        description?: string;
        disabled?: boolean;
        /**
         * `false`: what is saved is in use at once.
         */
        draft?: false;
    } | {
        template?: unknown;
        name: string;
        description?: string;
        /**
         * The kind of document that it is for.
         */
        schema?: string;
        country?: string;
        steps: Array<{
            /**
             * Made here when it is absent or empty.
             */
            id?: string | '';
            /**
             * What the provider is called, unless told.
             */
            name?: string;
            /**
             * What the step does: one of `GET /providers`.
             */
            provider?: string;
            /**
             * The same as `provider`; one of both is there.
             */
            action?: string;
            /**
             * As the provider has it.
             */
            config?: {
                [key: string]: unknown;
            } | null;
            summary?: string;
            notes?: string;
            /**
             * Nothing: steps run in their order.
             */
            next?: Array<unknown> | null;
        }> | null;
        /**
         * What runs when a step has failed for good.
         */
        rescue?: Array<{
            /**
             * Made here when it is absent or empty.
             */
            id?: string | '';
            /**
             * What the provider is called, unless told.
             */
            name?: string;
            /**
             * What the step does: one of `GET /providers`.
             */
            provider?: string;
            /**
             * The same as `provider`; one of both is there.
             */
            action?: string;
            /**
             * As the provider has it.
             */
            config?: {
                [key: string]: unknown;
            } | null;
            summary?: string;
            notes?: string;
            /**
             * Nothing: steps run in their order.
             */
            next?: Array<unknown> | null;
        }> | null;
        disabled?: boolean;
        /**
         * `false`: what is saved is in use at once.
         */
        draft?: false;
        /**
         * The one in the path.
         */
        id?: string | '';
        /**
         * As it was fetched: taken, and left out of account.
         */
        created_at?: unknown;
        /**
         * As it was fetched: taken, and left out of account.
         */
        updated_at?: unknown;
        /**
         * As it was fetched: taken, and left out of account.
         */
        hash?: unknown;
        /**
         * As it was fetched: taken, and left out of account.
         */
        versions?: unknown;
        /**
         * As it was fetched: taken, and left out of account.
         */
        warnings?: unknown;
        /**
         * As it was fetched: taken, and left out of account.
         */
        version?: unknown;
    };
    headers?: {
        /**
         * The same key again gets the same answer, for 24 hours. With another body or query it is 422 `idempotency-key-reused`.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/transform/v1/workflows';
};

export type CreateWorkflowErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type CreateWorkflowError = CreateWorkflowErrors[keyof CreateWorkflowErrors];

export type CreateWorkflowResponses = {
    /**
     * Done
     */
    200: Workflow;
};

export type CreateWorkflowResponse = CreateWorkflowResponses[keyof CreateWorkflowResponses];

export type FetchWorkflowData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/workflows/{id}';
};

export type FetchWorkflowErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchWorkflowError = FetchWorkflowErrors[keyof FetchWorkflowErrors];

export type FetchWorkflowResponses = {
    /**
     * Done
     */
    200: Workflow;
};

export type FetchWorkflowResponse = FetchWorkflowResponses[keyof FetchWorkflowResponses];

export type ChangeWorkflowData = {
    body: {
        /**
         * The one that the change was made from.
         */
        version?: string | number;
        /**
         * Empty: as it is.
         */
        name?: string;
        description?: string;
        /**
         * As it is: it can not be changed.
         */
        schema?: string;
        /**
         * As it is: it can not be changed.
         */
        country?: string;
        /**
         * `null`: as they are.
         */
        steps?: Array<{
            /**
             * Made here when it is absent or empty.
             */
            id?: string | '';
            /**
             * What the provider is called, unless told.
             */
            name?: string;
            /**
             * What the step does: one of `GET /providers`.
             */
            provider?: string;
            /**
             * The same as `provider`; one of both is there.
             */
            action?: string;
            /**
             * As the provider has it.
             */
            config?: {
                [key: string]: unknown;
            } | null;
            summary?: string;
            notes?: string;
            /**
             * Nothing: steps run in their order.
             */
            next?: Array<unknown> | null;
        }> | null;
        /**
         * What runs when a step has failed for good; `null`: nothing.
         */
        rescue?: Array<{
            /**
             * Made here when it is absent or empty.
             */
            id?: string | '';
            /**
             * What the provider is called, unless told.
             */
            name?: string;
            /**
             * What the step does: one of `GET /providers`.
             */
            provider?: string;
            /**
             * The same as `provider`; one of both is there.
             */
            action?: string;
            /**
             * As the provider has it.
             */
            config?: {
                [key: string]: unknown;
            } | null;
            summary?: string;
            notes?: string;
            /**
             * Nothing: steps run in their order.
             */
            next?: Array<unknown> | null;
        }> | null;
        disabled?: boolean;
        /**
         * `false`: what is saved is in use at once.
         */
        draft?: false;
        /**
         * The one in the path.
         */
        id?: string | '';
        /**
         * As it was fetched: taken, and left out of account.
         */
        created_at?: unknown;
        /**
         * As it was fetched: taken, and left out of account.
         */
        updated_at?: unknown;
        /**
         * As it was fetched: taken, and left out of account.
         */
        hash?: unknown;
        /**
         * As it was fetched: taken, and left out of account.
         */
        versions?: unknown;
        /**
         * As it was fetched: taken, and left out of account.
         */
        warnings?: unknown;
        /**
         * Makes what an earlier version was the newest one, its secrets with it.
         */
        restore_version?: string | number;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/workflows/{id}';
};

export type ChangeWorkflowErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type ChangeWorkflowError = ChangeWorkflowErrors[keyof ChangeWorkflowErrors];

export type ChangeWorkflowResponses = {
    /**
     * Done
     */
    200: Workflow;
};

export type ChangeWorkflowResponse = ChangeWorkflowResponses[keyof ChangeWorkflowResponses];

export type PutWorkflowData = {
    body: {
        /**
         * Brings its steps.
         */
        template: 'ar-supplier-registration' | 'ar-supplier-delegation' | 'ar-supplier-unregistration' | 'ar-invoice';
        name?: string;
        description?: string;
        disabled?: boolean;
        /**
         * `false`: what is saved is in use at once.
         */
        draft?: false;
    } | {
        template?: unknown;
        name: string;
        description?: string;
        /**
         * The kind of document that it is for.
         */
        schema?: string;
        country?: string;
        steps: Array<{
            /**
             * Made here when it is absent or empty.
             */
            id?: string | '';
            /**
             * What the provider is called, unless told.
             */
            name?: string;
            /**
             * What the step does: one of `GET /providers`.
             */
            provider?: string;
            /**
             * The same as `provider`; one of both is there.
             */
            action?: string;
            /**
             * As the provider has it.
             */
            config?: {
                [key: string]: unknown;
            } | null;
            summary?: string;
            notes?: string;
            /**
             * Nothing: steps run in their order.
             */
            next?: Array<unknown> | null;
        }> | null;
        /**
         * What runs when a step has failed for good.
         */
        rescue?: Array<{
            /**
             * Made here when it is absent or empty.
             */
            id?: string | '';
            /**
             * What the provider is called, unless told.
             */
            name?: string;
            /**
             * What the step does: one of `GET /providers`.
             */
            provider?: string;
            /**
             * The same as `provider`; one of both is there.
             */
            action?: string;
            /**
             * As the provider has it.
             */
            config?: {
                [key: string]: unknown;
            } | null;
            summary?: string;
            notes?: string;
            /**
             * Nothing: steps run in their order.
             */
            next?: Array<unknown> | null;
        }> | null;
        disabled?: boolean;
        /**
         * `false`: what is saved is in use at once.
         */
        draft?: false;
        /**
         * The one in the path.
         */
        id?: string | '';
        /**
         * As it was fetched: taken, and left out of account.
         */
        created_at?: unknown;
        /**
         * As it was fetched: taken, and left out of account.
         */
        updated_at?: unknown;
        /**
         * As it was fetched: taken, and left out of account.
         */
        hash?: unknown;
        /**
         * As it was fetched: taken, and left out of account.
         */
        versions?: unknown;
        /**
         * As it was fetched: taken, and left out of account.
         */
        warnings?: unknown;
        /**
         * As it was fetched: taken, and left out of account.
         */
        version?: unknown;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/transform/v1/workflows/{id}';
};

export type PutWorkflowErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * In conflict with what is there
     */
    409: Problem;
    /**
     * The request is too large
     */
    413: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This content type is not supported
     */
    415: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type PutWorkflowError = PutWorkflowErrors[keyof PutWorkflowErrors];

export type PutWorkflowResponses = {
    /**
     * Done
     */
    200: Workflow;
};

export type PutWorkflowResponse = PutWorkflowResponses[keyof PutWorkflowResponses];

export type FetchWorkflowVersionData = {
    body?: never;
    path: {
        id: string;
        version: string | number;
    };
    query?: never;
    url: '/api/transform/v1/workflows/{id}/versions/{version}';
};

export type FetchWorkflowVersionErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * Not found
     */
    404: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type FetchWorkflowVersionError = FetchWorkflowVersionErrors[keyof FetchWorkflowVersionErrors];

export type FetchWorkflowVersionResponses = {
    /**
     * Done
     */
    200: WorkflowVersion;
};

export type FetchWorkflowVersionResponse = FetchWorkflowVersionResponses[keyof FetchWorkflowVersionResponses];

export type PingData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/utils/v1/ping';
};

export type PingErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type PingError = PingErrors[keyof PingErrors];

export type PingResponses = {
    /**
     * Done
     */
    200: {
        ping: 'pong';
    };
};

export type PingResponse = PingResponses[keyof PingResponses];

export type MakeUuidData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Its version. Parties take 3, 4 and 5, invoices and jobs 1 and 7.
         */
        v?: '1' | '3' | '4' | '5' | '7';
        /**
         * For versions 3 and 5: the namespace of `key`.
         */
        base?: string;
        /**
         * For versions 3 and 5: the same key gives the same UUID.
         */
        key?: string;
    };
    url: '/api/utils/v1/uuid';
};

export type MakeUuidErrors = {
    /**
     * The request could not be read
     */
    400: Problem;
    /**
     * A valid API key is needed
     */
    401: Problem;
    /**
     * This is not allowed
     */
    403: Problem;
    /**
     * There is no answer of the wanted type
     */
    406: Problem;
    /**
     * The address is too long
     */
    414: Problem;
    /**
     * This host is not served here
     */
    421: Problem;
    /**
     * Some fields are not valid
     */
    422: Problem;
    /**
     * Too many requests
     */
    429: Problem;
    /**
     * Something went wrong on our side
     */
    500: Problem;
    /**
     * Not available for the moment
     */
    503: Problem;
};

export type MakeUuidError = MakeUuidErrors[keyof MakeUuidErrors];

export type MakeUuidResponses = {
    /**
     * Done
     */
    200: {
        uuid: string;
        version: '1' | '3' | '4' | '5' | '7';
    };
};

export type MakeUuidResponse = MakeUuidResponses[keyof MakeUuidResponses];
