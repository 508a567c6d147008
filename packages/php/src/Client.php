<?php

declare(strict_types=1);

namespace Alta;

/** All of Alta by one API key: every operation, and the two stories. */
final class Client extends Operations
{
    /**
     * From name and CUIT to the link for the supplier. A repeated call for the same supplier finds the existing
     * entry, job and link; a registered supplier needs none.
     *
     * @param ?string $key your own id of the supplier; by default `supplier-<CUIT>`
     * @param ?string $email for Alta's reminders, unless the supplier gives another address
     * @param array<string, mixed> $party more fields of the document (GOBL org/party), such as `addresses`
     * @param ?string $workflowId by default the workspace's default workflow for suppliers
     * @param ?callable(array<string, mixed>): void $onProgress is given `stage`, `entry_id` and more
     * @param float $waitSeconds how long to wait for the link, which takes a second
     * @throws AltaError `conflict` if the key belongs to another taxpayer; `failed` with `faults`; `timeout`
     */
    public function registerSupplier(
        string $name,
        string $cuit,
        ?string $key = null,
        ?string $email = null,
        array $party = [],
        ?string $workflowId = null,
        ?callable $onProgress = null,
        float $waitSeconds = 60.0,
    ): SupplierOnTheWay {
        self::checkWorkflowId($workflowId);
        $report = \Closure::fromCallable($onProgress ?? fn (array $progress) => null);
        $entry = $this->supplierEntry($name, $cuit, $key, $email, $party);
        $id = $entry['id'];
        $report(['stage' => 'created', 'entry_id' => $id]);
        if (($entry['state'] ?? '') === 'registered') {
            return new SupplierOnTheWay($this, $report, $id, 'registered', null, null);
        }
        $job = $this->runOn($id, 'org/party', 'ar-supplier-registration', $workflowId);
        $link = self::poll(fn () => $this->linkOrEnd($id, $job['id']), $waitSeconds, 0.3);
        if ($link === '') {
            return new SupplierOnTheWay($this, $report, $id, 'registered', $job['id'], null);
        }
        $report(['stage' => 'link', 'entry_id' => $id, 'link_url' => $link]);
        return new SupplierOnTheWay($this, $report, $id, 'processing', $job['id'], $link);
    }

    /**
     * From a document to an invoice with its CAE. If ARCA does not answer, the invoice waits at Alta and continues
     * without you: call this again with the same key.
     *
     * @param string $key your own id, such as the order number. A repetition returns the same invoice, never a
     *     second one
     * @param array<string, mixed> $invoice GOBL bill/invoice
     * @throws AltaError `validation` with `faults` for a document that breaks a rule; `failed` with ARCA's messages;
     *     `conflict` if the key has another document; `timeout` after `$waitSeconds`
     */
    public function issueInvoice(
        string $key,
        array $invoice,
        ?string $workflowId = null,
        ?callable $onProgress = null,
        float $waitSeconds = 300.0,
        float $pollSeconds = 0.5,
    ): IssuedInvoice {
        if ($key === '') {
            throw self::invalid('key', 'must be text, your own id of the invoice, such as the order number');
        }
        self::checkWorkflowId($workflowId);
        $report = $onProgress ?? fn (array $progress) => null;
        $entry = $this->invoiceEntry($key, $invoice);
        $id = $entry['id'];
        $report(['stage' => 'created', 'entry_id' => $id]);
        if (IssuedInvoice::isIssued($entry)) {
            return new IssuedInvoice($this, $entry);
        }
        $jobId = $this->runOn($id, 'bill/invoice', 'ar-invoice', $workflowId)['id'];
        $waitedFor = '';
        self::poll(function () use ($jobId, $id, $report, &$waitedFor): ?array {
            $job = $this->fetchJob($jobId);
            $code = $job['waiting']['code'] ?? '';
            if ($code !== '' && $code !== $waitedFor) {
                $report(['stage' => 'waiting', 'entry_id' => $id, 'why' => $job['waiting']]);
                $waitedFor = $code;
            }
            if ($job['status'] === 'KO') {
                $report(['stage' => 'failed', 'entry_id' => $id, 'faults' => $job['faults']]);
                throw AltaError::ofFaults($job['faults'], 'The invoice has failed.');
            }
            return $job['status'] === 'OK' ? $job : null;
        }, $waitSeconds, $pollSeconds);
        $report(['stage' => 'sent', 'entry_id' => $id]);
        return new IssuedInvoice($this, $this->fetchEntry($id));
    }

    /** Checked before anything is created. */
    private static function checkWorkflowId(?string $workflowId): void
    {
        if ($workflowId !== null && !preg_match('/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/Di', $workflowId)) {
            throw self::invalid('workflowId', 'must be the id of a workflow, a UUID');
        }
    }

    private static function invalid(string $name, string $what): AltaError
    {
        return new AltaError('validation', "$name $what.", fields: [$name => $what]);
    }

    /** The existing entry with the key, unchanged; otherwise a new one. */
    private function supplierEntry(string $name, string $cuit, ?string $key, ?string $email, array $party): array
    {
        $digits = preg_replace('/\D/', '', $cuit);
        $key ??= "supplier-$digits";
        try {
            $found = $this->fetchEntryByKey($key);
        } catch (AltaError $error) {
            if ($error->key !== 'not-found') {
                throw $error;
            }
            $found = null;
        }
        if ($found === null) {
            $data = [
                '$schema' => 'https://gobl.org/draft-0/org/party',
                ...($email === null ? [] : ['emails' => [['addr' => $email]]]),
                ...$party,
                'name' => $name,
                'tax_id' => ['country' => 'AR', 'code' => $cuit],
            ];
            return $this->createEntry(['folder' => 'suppliers', 'key' => $key, 'data' => $data]);
        }
        if ($found['folder'] === 'suppliers' && ($found['snippet']['tax_code'] ?? '') === "AR$digits") {
            return $found;
        }
        $message = "The key $key belongs to an entry other than the supplier with the CUIT $cuit.";
        throw new AltaError('conflict', $message);
    }

    /** '' if the supplier is registered and needs no link. Null while there is no link yet. */
    private function linkOrEnd(string $entryId, string $jobId): ?string
    {
        $job = $this->fetchJob($jobId);
        if ($job['status'] === 'KO') {
            throw AltaError::ofFaults($job['faults'], 'The registration has failed.');
        }
        // The link of an ended registration stays in the meta, so only one that this job opened or found open counts.
        foreach ($job['intents'] as $step) {
            if ($step['provider'] !== 'gov-ar.register' || !($step['completed'] ?? false)) {
                continue;
            }
            if (($step['events'] ? end($step['events'])['status'] : '') === 'SKIP') {
                return '';
            }
            foreach ($this->fetchEntry($entryId)['meta'] as $record) {
                if (($record['src'] ?? '') === 'gov-ar' && ($record['key'] ?? '') === 'link') {
                    return $record['link_url'] ?? null;
                }
            }
            return null;
        }
        return $job['status'] === 'OK' ? '' : null;
    }

    /** The entry with the key. A document without a date keeps the date of the first call. */
    private function invoiceEntry(string $key, array $invoice): array
    {
        $create = fn (array $date) => $this->createEntry([
            'folder' => 'invoices',
            'key' => $key,
            'data' => ['$schema' => 'https://gobl.org/draft-0/bill/invoice', ...$date, ...$invoice],
        ]);
        try {
            return $create([]);
        } catch (AltaError $error) {
            if ($error->status !== 409) {
                throw $error;
            }
            $stored = $this->fetchEntryByKey($key);
            if (isset($invoice['issue_date'])) {
                throw self::differing($stored, $key, $error);
            }
        }
        try {
            return $create(['issue_date' => $stored['data']['doc']['issue_date'] ?? null]);
        } catch (AltaError $error) {
            throw $error->status === 409 ? self::differing($stored, $key, $error) : $error;
        }
    }

    /** The conflict, with the remedy if the stored document is one that was refused and can be changed. */
    private static function differing(array $stored, string $key, AltaError $conflict): AltaError
    {
        if (($stored['state'] ?? '') !== 'error') {
            return $conflict;
        }
        return new AltaError(
            $conflict->key,
            "The key $key has an invoice with another document, which was refused. To correct it, change the entry, "
                . "\$alta->changeEntry('{$stored['id']}', ['data' => \$data]), and call again.",
            $conflict->status,
            $conflict->errorCode,
            $conflict->fields,
            $conflict->faults,
            $conflict->requestId,
            type: $conflict->type,
        );
    }

    /**
     * The unfinished job on an entry, or a new one. Concurrent calls, and repetitions after a lost answer, get the
     * same job.
     */
    private function runOn(string $entryId, string $schema, string $template, ?string $workflowId): array
    {
        $workflowId ??= $this->defaultWorkflow($schema, $template);
        $jobs = $this->listJobs(silo_entry_id: $entryId, workflow_id: $workflowId, limit: 1)->first()['list'];
        $last = $jobs[0] ?? null;
        if ($last && !in_array($last['status'], ['OK', 'KO'], true)) {
            return $last;
        }
        return $this->createJob(
            ['workflow_id' => $workflowId, 'silo_entry_id' => $entryId],
            idempotency_key: "run-$entryId-after-" . ($last['id'] ?? 'nothing'),
        );
    }

    /**
     * The workspace's default workflow. If there is none, the one with the template's name as its key, which is
     * created if it does not exist: the first of its kind becomes the default.
     */
    private function defaultWorkflow(string $schema, string $template): string
    {
        $found = $this->listWorkflows(schema: $schema, default: true, limit: 1)->first()['list'];
        if ($found) {
            return $found[0]['id'];
        }
        $noDefault = fn (string $why) => new AltaError(
            'conflict',
            "The workspace has no default workflow for $schema. $why Make a workflow the default, or pass its id as "
                . 'workflowId.',
            errorCode: 'no-default-workflow',
        );
        try {
            $workflow = $this->createWorkflow(['template' => $template, 'key' => $template]);
        } catch (AltaError $error) {
            throw $error->key === 'conflict' ? $noDefault($error->getMessage()) : $error;
        }
        if (($workflow['disabled'] ?? false) || isset($workflow['archived_at'])) {
            $why = isset($workflow['archived_at']) ? 'archived' : 'disabled';
            throw $noDefault("The workflow with the key $template is $why.");
        }
        return $workflow['id'];
    }

    /**
     * Polls until there is a result. Pauses grow while nothing changes.
     *
     * @internal
     * @param callable(): mixed $look returns null if there is none yet, `false` to be called again soon
     */
    public static function poll(callable $look, ?float $waitSeconds, float $pollSeconds): mixed
    {
        $until = $waitSeconds === null ? INF : microtime(true) + $waitSeconds;
        for ($pause = $pollSeconds;; $pause = min($pause * 1.3, $pollSeconds * 15)) {
            $answer = $look();
            if ($answer === false) {
                $pause = $pollSeconds;
            } elseif ($answer !== null) {
                return $answer;
            }
            if (microtime(true) + $pause > $until) {
                $message = 'The time limit for waiting has passed. The work continues at Alta.';
                throw new AltaError('timeout', $message, errorCode: 'still-going-on');
            }
            usleep((int) ($pause * 1_000_000));
        }
    }
}
