<?php

declare(strict_types=1);

namespace Alta;

final class SupplierOnTheWay
{
    /**
     * @internal
     * @param string $state `processing` or `registered`
     * @param ?string $jobId null if the supplier was already registered
     * @param ?string $linkUrl the wizard: send it to the supplier. Null if the supplier is already registered
     */
    public function __construct(
        private readonly Client $alta,
        private readonly \Closure $report,
        public readonly string $entryId,
        public readonly string $state,
        public readonly ?string $jobId,
        public readonly ?string $linkUrl,
    ) {
    }

    /**
     * Waits until the supplier is registered, which takes minutes or weeks. Nothing is lost by not waiting: call
     * `registerSupplier` again with the same supplier to continue.
     *
     * @return array<string, mixed> the registration
     * @throws AltaError `failed` with `faults`; `timeout` after `$waitSeconds`
     */
    public function registered(?float $waitSeconds = null, float $pollSeconds = 2.0): array
    {
        $reported = [];
        $registration = Client::poll(function () use (&$reported): array|false|null {
            $registration = $this->alta->fetchRegistration($this->entryId);
            if ($this->linkUrl === null) {
                return $registration;
            }
            $job = $this->alta->fetchJob($this->jobId);
            $isChanged = false;
            foreach ($this->events($registration) as $event) {
                if (!in_array($event, $reported, true)) {
                    $reported[] = $event;
                    ($this->report)($event);
                    $isChanged = true;
                }
            }
            if ($job['status'] === 'KO') {
                ($this->report)(['stage' => 'failed', 'entry_id' => $this->entryId, 'faults' => $job['faults']]);
                throw AltaError::ofFaults($job['faults'], 'The registration has failed.');
            }
            if ($job['status'] === 'OK') {
                return $registration;
            }
            return $isChanged ? false : null;
        }, $waitSeconds, $pollSeconds);
        ($this->report)(['stage' => 'completed', 'entry_id' => $this->entryId]);
        return $registration;
    }

    /** @return list<array<string, string>> */
    private function events(array $registration): array
    {
        $rejection = $registration['last_rejection'] ?? null;
        // The first login only checks whether the certificate is already authorized: its refusal is no rejection.
        $isRejected = $rejection && (
            $rejection['reason'] !== 'not-authorised'
            || ($registration['intent'] ?? '') === 'renew'
            || isset($registration['authorisation_claimed_at'])
        );
        $events = [];
        if (isset($registration['started_at'])) {
            $events[] = ['stage' => 'started', 'at' => $registration['started_at']];
        }
        if ($isRejected) {
            $rejected = ['stage' => 'certificate-rejected', 'at' => $rejection['at']];
            $events[] = [...$rejected, 'reason' => $rejection['reason']];
        }
        if (isset($registration['certificate_received_at'])) {
            $events[] = ['stage' => 'certificate-received', 'at' => $registration['certificate_received_at']];
        }
        usort($events, fn (array $one, array $other) => $one['at'] <=> $other['at']);
        return array_map(fn (array $event) => ['entry_id' => $this->entryId, ...$event], $events);
    }
}
