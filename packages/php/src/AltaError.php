<?php

declare(strict_types=1);

namespace Alta;

/** Every failure of a call throws it. */
final class AltaError extends \RuntimeException
{
    /**
     * @param string $key one of the API's keys, or `network`, `timeout`, `unreadable` (the answer is not Alta's) or
     *     `failed` (the request was accepted, but its work failed)
     * @param int $status of the answer; 0 if there was none
     * @param ?string $errorCode more specific than `$key` and equally stable
     * @param array<string, mixed> $fields what is wrong with each field, nested like the body
     * @param list<array<string, mixed>> $faults what is wrong with the document, or messages of the authority
     * @param ?string $requestId lets the operator find the request in the log
     * @param ?string $type address of the page about the error; null if the answer is not Alta's
     */
    public function __construct(
        public readonly string $key,
        string $message,
        public readonly int $status = 0,
        public readonly ?string $errorCode = null,
        public readonly array $fields = [],
        public readonly array $faults = [],
        public readonly ?string $requestId = null,
        public readonly ?float $retryAfterSeconds = null,
        public readonly ?string $type = null,
    ) {
        parent::__construct($message, $status);
    }

    /** @internal */
    public static function ofAnswer(Answer $answer): self
    {
        $requestId = $answer->header('x-request-id');
        $problem = json_decode($answer->body, true);
        if (!is_array($problem) || !isset($problem['key'], $problem['detail'])) {
            // A proxy's page, or a server that is not Alta.
            $message = "The answer $answer->status did not come from Alta: check the address.";
            $retryAfter = $answer->retryAfterSeconds();
            return new self('unreadable', $message, $answer->status, null, [], [], $requestId, $retryAfter);
        }
        $fields = $problem['fields'] ?? [];
        $faults = $problem['faults'] ?? [];
        $lines = array_map(
            fn (array $fault) => trim(implode(', ', $fault['paths'] ?? []) . ' ' . ($fault['message'] ?? '')),
            $faults,
        ) ?: self::linesOf($fields);
        $message = $problem['detail'];
        if ($lines) {
            $subject = rtrim($message, '.');
            // A fault can begin with the same sentence.
            $begin = str_starts_with($lines[0], $subject) ? '' : "$subject: ";
            $message = $begin . self::inShort($lines);
        }
        return new self(
            $problem['key'],
            $message,
            $answer->status,
            $problem['code'] ?? null,
            $fields,
            $faults,
            $requestId,
            $answer->retryAfterSeconds(),
            $problem['type'] ?? null,
        );
    }

    /**
     * The first three lines, and how many more there are.
     * @param list<string> $lines
     */
    private static function inShort(array $lines): string
    {
        $more = count($lines) - 3;
        return implode('; ', array_slice($lines, 0, 3)) . ($more > 0 ? "; and $more more" : '');
    }

    /** @internal */
    public static function ofFaults(array $faults, string $otherwise): self
    {
        [$message, $code] = [$faults[0]['message'] ?? $otherwise, $faults[0]['code'] ?? null];
        return new self('failed', $message, errorCode: $code, faults: $faults);
    }

    /** @return list<string> */
    private static function linesOf(array $fields, string $at = ''): array
    {
        $lines = [];
        foreach ($fields as $name => $what) {
            $here = $at === '' ? (string) $name : "$at.$name";
            $lines = [...$lines, ...(is_array($what) ? self::linesOf($what, $here) : ["$here $what"])];
        }
        return $lines;
    }
}
